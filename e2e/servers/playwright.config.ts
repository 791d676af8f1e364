import { defineConfig } from '@playwright/test';
import inBrowsers from '../playwright.config.ts';

// Tests with system programs such as nginx; part of `npm run test:world`.
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 1,
  // Enough for a backup and its restore on a small machine.
  timeout: 600_000,
  // The first mail waits for the job runner, which starts slowly on a busy machine.
  expect: { timeout: 60_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  // Used by the one spec with a browser.
  use: { ...inBrowsers.use, trace: 'off' },
});
