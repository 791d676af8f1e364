import type { AnyRouter } from '@tanstack/react-router';

/** Before any page has given the window a name of its own. A shared link's page comes with one already, before the community's. */
const communityName = document.title.split(' · ').at(-1) ?? '';

/** What a screen reader and the window's tab learn when the page turns: its name, and its heading in focus. */
export function announcePages(router: AnyRouter): void {
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    const title = router.state.matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title;
    if (title !== null) nameWindow(title);
    // The server said which address the first page is known by; a browser that shares the next one must not send that.
    if (pathChanged && fromLocation !== undefined) document.querySelector('link[rel=canonical]')?.remove();
    // The first page is read from its top anyway; and who types in a field that took the focus keeps it.
    if (
      pathChanged &&
      fromLocation !== undefined &&
      (document.activeElement === null || document.activeElement === document.body || !inMain(document.activeElement))
    )
      focusHeading();
  });
}

let name = communityName;
let news = '';

/** What the window is called: by the screen, or by the thing shown on it once that is known. */
export function nameWindow(title: string | undefined): void {
  name = title === undefined ? communityName : `${title} · ${communityName}`;
  document.title = news + name;
}

/** What stands before the name of the window, such as '(3) '. */
export function sayBeforeName(words: string): void {
  news = words;
  document.title = news + name;
}

const inMain = (element: Element): boolean => element.closest('main') !== null;

/** Where a page's heading comes later than the page, the page calls this itself. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
