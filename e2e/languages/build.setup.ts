import { expect, test as setup } from '@playwright/test';
import { runNode } from '../server.ts';

/** `scripts/build.mjs` skips languages whose build is up to date. French, which `npm test` does not ask, is built by `npm run build`. */
setup('build the web app in the languages of these tests', async () => {
  const build = runNode(['scripts/build.mjs'], { ...process.env, LOCALES: 'en,ar,en-XA', DEFAULT_LOCALE: 'en' });
  expect(await build.ended, build.output()).toBe(0);
});
