import { defineConfig, devices } from '@playwright/test';

const quietChromium = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './stack.ts',
  // More than there are cores: each of them also waits, for its page and for the product.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'fr-FR',
    // Far from Ouagadougou: every date must still be shown in GMT.
    timezoneId: 'Asia/Shanghai',
    // Requests that pass through a worker are no longer seen by stubs of a page.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: quietChromium },
  },
});
