import { lazyRouteComponent } from '@tanstack/react-router';

let isLeaving = false;

/**
 * Vite says by an event that a screen's code does not come, before the screen fails. A browser that leaves the page gives up its
 * requests: that is no failure.
 */
export function watchLostChunks(): void {
  addEventListener('beforeunload', () => (isLeaving = true));
  // Whoever was asked whether to leave, and goes on, has stayed.
  addEventListener('click', () => (isLeaving = false));
  addEventListener('vite:preloadError', (event) => {
    if (isLeaving) event.preventDefault();
  });
}

/** After an upgrade the server has other files than this page names. The page is loaded again, once for each build: it never loops. */
export async function reloadAfterUpgrade(): Promise<void> {
  const build = document.querySelector('[type=module]')?.getAttribute('src');
  if (!build || sessionStorage.getItem(build)) return;
  const page = await fetch('/').catch(() => null);
  if (!page?.ok || (await page.text()).includes(build)) return;
  sessionStorage.setItem(build, 'gone');
  location.reload();
}

/**
 * A page, loaded when it is first needed. Where its code does not come, the router by itself would load the whole page again: without a
 * connection the browser would show its own error page. So the failure goes by another name, and the frame stays.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().then(
        // Nothing came, and that is no failure: the browser is leaving, and what is shown stays until then.
        (page) => page ?? new Promise<never>(() => undefined),
        (cause: unknown) => {
          throw new Error('A page did not come', { cause });
        },
      ),
    name,
  );
