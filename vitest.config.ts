import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findChromium } from './infra/local/apt.ts';
import { LIBRARIES } from './web-admin/vite.config.ts';

/**
 * Files that start the whole product take longest, whatever their size: started last, they would run alone at the end. First are
 * those that use a product one after the other, which ends with them.
 * Two of those with containers are last: one leaves databases of another version, and an engine that leaves a swarm
 * forgets the names of containers on every network.
 */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      if (readFileSync(moduleId, 'utf8').includes(' useCommonStack(')) return -1;
      if (/\/(?:tests\/stack|infra)\//.test(moduleId)) return 0;
      return 2 + ['rolling', 'swarm'].indexOf(basename(moduleId, '.test.ts'));
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

/** One per core, for files that keep it busy with a product or a browser: more would only take turns. */
const WORKERS = Math.min(availableParallelism(), 4);
/** One more, for files that also wait for the database. */
const WAITING_WORKERS = WORKERS + 1;

/** react-admin logs every error of the API, also one that a test provokes. */
const KNOWN_NOISE = /^\[?HttpError/;

const PRODUCTION = { 'process.env.NODE_ENV': '"production"' };

/** Each site has a project of its own, because its global styles apply to the whole page. */
function screensOf(site: 'customer' | 'admin', groupOrder: number): TestProjectConfiguration {
  return {
    // As in the builds: the customer site's styles, and the copies of libraries that the back office takes.
    plugins: [tailwindcss()],
    // React's development build, which records a stack for every element, takes half as long again.
    define: PRODUCTION,
    oxc: { jsx: { development: false } },
    optimizeDeps: {
      // A dependency that is discovered later would reload the page during a test.
      entries: [`web-${site}/{src,test}/**/*.{ts,tsx}`],
      include: ['react/jsx-runtime', 'react-dom/client'],
      rolldownOptions: { transform: { define: PRODUCTION } },
    },
    // Emotion's development build inserts an element for every rule of style: a fifth of the processor time.
    resolve: { ...LIBRARIES, conditions: ['module', 'browser', 'production'] },
    test: {
      name: `screens-${site}`,
      // These run alone: tests that start the whole product would leave the browser too little of the processor.
      sequence: { groupOrder },
      maxWorkers: WORKERS,
      // One page and one copy of the libraries for all files of a worker.
      isolate: false,
      include: [`web-${site}/test/**/*.test.tsx`],
      // Vitest executes this file before every test file, although modules are loaded once.
      setupFiles: [`web-${site}/test/setup.ts`],
      globalSetup: ['tests/chromium.ts'],
      // As long as `expect.element` waits: a screen's code and data arrive over the network.
      expect: { poll: { timeout: 15_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        locators: { exact: false },
        provider: playwright({
          launchOptions: {
            executablePath: findChromium() ?? '',
            args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
          },
          contextOptions: { locale: 'fr-FR', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' },
        }),
        viewport: { width: 1280, height: 800 },
        instances: [{ browser: 'chromium' }],
      },
    },
  };
}

export default defineConfig({
  test: {
    onConsoleLog: (log) => !KNOWN_NOISE.test(log),
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        test: {
          name: 'node',
          sequence: { groupOrder: 1 },
          maxWorkers: WAITING_WORKERS,
          // One copy of the libraries for all files of a worker: three quarters of the time.
          isolate: false,
          include: [
            'packages/{contracts,service-kit,image-kit}/**/*.test.ts',
            'services/**/*.test.ts',
            'gateway/**/*.test.ts',
            'infra/**/*.test.ts',
            'bench/**/*.test.ts',
            'tests/*.test.ts',
          ],
          globalSetup: ['tests/servers.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'stack',
          maxWorkers: WORKERS,
          isolate: false,
          include: ['tests/stack/*.test.ts'],
          globalSetup: ['tests/servers.ts', 'tests/stack/common-stack.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          sequence: { groupOrder: 1 },
          maxWorkers: WAITING_WORKERS,
          environment: 'jsdom',
          // One page and one copy of the libraries for all files of a worker: a third of the time.
          isolate: false,
          // Otherwise style sheets, the tokens among them, would be empty.
          css: true,
          include: [
            'packages/web-kit/**/*.test.{ts,tsx}',
            'web-customer/{src,service-worker}/**/*.test.{ts,tsx}',
            'web-admin/src/**/*.test.{ts,tsx}',
          ],
        },
      },
      screensOf('customer', 2),
      screensOf('admin', 3),
      {
        test: {
          name: 'containers',
          include: ['tests/containers/**/*.test.ts'],
          globalSetup: ['tests/containers/images.ts'],
          // Its clean-up container would have to be downloaded; the tests remove their containers.
          env: { TESTCONTAINERS_RYUK_DISABLED: 'true' },
          // They share one installation, and the machine.
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
