import type { AnyRouter } from '@tanstack/react-router';

const communityName = document.title;

/** What a screen reader and the window's tab learn when the page turns: its name, and its heading in focus. */
export function announcePages(router: AnyRouter): void {
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    const title = router.state.matches.findLast(({ staticData }) => staticData.title)?.staticData.title;
    document.title = title === undefined ? communityName : `${title} · ${communityName}`;
    // The first page is read from its top anyway; and who types in a field that took the focus keeps it.
    if (
      pathChanged &&
      fromLocation !== undefined &&
      (document.activeElement === null || document.activeElement === document.body || !inMain(document.activeElement))
    )
      focusHeading();
  });
}

const inMain = (element: Element): boolean => element.closest('main') !== null;

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
