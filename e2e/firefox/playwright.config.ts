import { defineConfig } from '@playwright/test';
import { program } from './browser.ts';

// The main journeys in the system's Firefox. Not part of `npm test`: npx playwright test -c e2e/firefox

// Node 20 needs a flag for WebSocket. Workers inherit it.
if (!('WebSocket' in globalThis)) process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --experimental-websocket`;

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Skips all tests if Firefox is missing.
  ...(program !== null && { globalSetup: '../started-folder.setup.ts' }),
  outputDir: '../test-results',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000, toPass: { timeout: 20_000, intervals: [100] } },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
});
