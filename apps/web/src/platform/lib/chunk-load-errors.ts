import { lazyRouteComponent } from '@tanstack/react-router';

let isLeaving = false;

/** Ignores Vite's preload errors while the browser is leaving the page, which aborts its requests. */
export function watchChunkLoadErrors(): void {
  addEventListener('beforeunload', () => (isLeaving = true));
  // A click means that the user chose to stay.
  addEventListener('click', () => (isLeaving = false));
  addEventListener('vite:preloadError', (event) => {
    if (isLeaving) event.preventDefault();
  });
}

/** Reloads the page if the server has a newer build with other chunk names. Once for each build, to prevent a loop. */
export async function reloadAfterUpgrade(): Promise<void> {
  const build = document.querySelector('[type=module]')?.getAttribute('src');
  if (!build || sessionStorage.getItem(build)) return;
  const page = await fetch('/').catch(() => null);
  if (!page?.ok || (await page.text()).includes(build)) return;
  sessionStorage.setItem(build, 'gone');
  location.reload();
}

/**
 * Lazily loads a page. Renames a load error, because the router reloads the whole page for the
 * original one, and offline the browser would then replace the app by its own error page.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().then(
        // Undefined means that the browser is leaving. A pending promise keeps the current screen until then.
        (page) => page ?? new Promise<never>(() => undefined),
        (cause: unknown) => {
          throw new Error('A page did not come', { cause });
        },
      ),
    name,
  );
