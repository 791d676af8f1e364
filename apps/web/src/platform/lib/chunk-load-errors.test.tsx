import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { lazyPage, reloadAfterUpgrade, watchChunkLoadErrors } from './chunk-load-errors.ts';

const reload = vi.spyOn(location, 'reload').mockReturnValue();
const served = vi.spyOn(globalThis, 'fetch');
const pageOf = (build: string) => new Response(`<script type="module" src="/assets/${build}.js"></script>`);

beforeAll(watchChunkLoadErrors);
beforeEach(() => void (document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>'));
afterEach(() => {
  document.head.replaceChildren();
  sessionStorage.clear();
  reload.mockClear();
  served.mockReset();
});

/** Returns true if the app lets Vite's preload error fail the screen. */
const fails = () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

test('a failed load of code fails the screen, unless the browser is leaving the page', () => {
  expect(fails()).toBe(true);
  dispatchEvent(new Event('beforeunload'));
  expect(fails()).toBe(false);
});

test('a page load aborted by leaving stays pending and does not fail', async () => {
  const ended = vi.fn<() => void>();
  // Vite returns undefined for a file whose error event was prevented.
  void lazyPage(() => Promise.resolve(undefined as unknown as { Page: () => null }), 'Page').preload!()!.then(ended, ended);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).not.toHaveBeenCalled();
});

test('after a click, failed loads fail the screen again, because the user stayed on the page', () => {
  dispatchEvent(new Event('beforeunload'));
  dispatchEvent(new Event('click'));
  expect(fails()).toBe(true);
});

test('an upgrade reloads the page once', async () => {
  served.mockImplementation(() => Promise.resolve(pageOf('index-new')));
  await reloadAfterUpgrade();
  await reloadAfterUpgrade();
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['the build is still served', () => Promise.resolve(pageOf('index-old'))],
  ['the server is being started', () => Promise.resolve(new Response('', { status: 503 }))],
  ['there is no connection', () => Promise.reject(new TypeError('failed'))],
])('the page does not reload if %s', async (_why, answer) => {
  served.mockImplementation(answer);
  await reloadAfterUpgrade();
  expect(reload).not.toHaveBeenCalled();
});
