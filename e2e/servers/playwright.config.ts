import { defineConfig } from '@playwright/test';
import inBrowsers from '../playwright.config.ts';

// Tests with system programs such as nginx; part of `npm run test:world`.
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 1,
  // A backup there and back, with what a small machine needs for it.
  timeout: 600_000,
  // The first mail waits until the job runner is up, which takes its time on a busy machine.
  expect: { timeout: 60_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  // Used by the one spec with a browser.
  use: { ...inBrowsers.use, trace: 'off' },
});
