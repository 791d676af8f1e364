import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { browserTimeZone } from './browser-time-zone.ts';

// `npm test` sets the browser's path; a single spec run by hand uses the system's browser.
const program =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find((at) => existsSync(at));
const libraries = process.env['CHROMIUM_LIBRARIES'];

const inCI = process.env['CI'] !== undefined;

export default defineConfig({
  testDir: '.',
  globalSetup: './started-folder.setup.ts',
  // `npm test` runs what has the tag @main: one journey for each area, those that alone prove a privacy or safety rule, and the walk over all
  // screens. `npm run test:world` runs everything.
  projects: [
    { name: 'builds of languages', testMatch: '**/languages/build.setup.ts' },
    { name: 'journeys', testMatch: '**/journeys/*.spec.ts' },
    { name: 'languages', testMatch: '**/languages/*.spec.ts', dependencies: ['builds of languages'], use: { locale: 'ar' } },
    { name: 'world', testMatch: '**/world/*.spec.ts' },
    {
      name: 'main journeys in French',
      testMatch: '**/languages/main-journeys.spec.ts',
      dependencies: ['builds of languages'],
      use: { locale: 'fr' },
    },
  ],
  outputDir: 'test-results',
  // One more than the two cores, because pages often wait. With five workers, the server of a slow machine answers 503.
  workers: 3,
  // Long enough for a busy machine. Only failing tests reach the timeout.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: inCI,
  // One retry in CI; `npm test` names each retried test.
  retries: inCI ? 1 : 0,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // Blocked, because tests cannot intercept a service worker's responses. Tests about the worker allow it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: browserTimeZone(),
    // Otherwise, an action on a missing element waits until the whole test times out.
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording costs a third of the run time. `--trace on` records a single test by hand.
    trace: 'on-first-retry',
    launchOptions: {
      ...(program !== undefined && { executablePath: program }),
      ...(libraries !== undefined && { env: { ...definedEnvironment(), LD_LIBRARY_PATH: libraries } }),
      // Blocks requests beyond this machine, so that no browser waits for them.
      args: [
        ...(process.getuid?.() === 0 || libraries !== undefined ? ['--no-sandbox'] : []),
        ...[
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
          '--no-first-run',
          '--disable-dev-shm-usage',
          '--disable-gpu',
        ],
        '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
      ],
    },
  },
});

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
