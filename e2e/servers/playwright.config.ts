import { defineConfig } from '@playwright/test';

// Beside servers that a system brings, such as nginx. Not part of `npm test`: npx playwright test -c e2e/servers
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
});
