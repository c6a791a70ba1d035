import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../../infra/local/apt.ts';

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
  globalSetup: ['../chromium.ts', './stack.ts'],
  // A browser and the product take a core: more workers would only make each journey slower.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    locale: 'fr-FR',
    // Another time zone than Burkina Faso's: every date must be shown in GMT.
    timezoneId: 'Asia/Shanghai',
    // Stubs of a page do not see requests that pass through a worker.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium() ?? '', args: quietChromium },
  },
});
