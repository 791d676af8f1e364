import type { AnyRouter } from '@tanstack/react-router';

/** Read before a page sets its own title. In a shared post's page, the post's title precedes the community's name. */
const communityName = document.title.split(' · ').at(-1) ?? '';

/** On navigation, sets the window's title and moves the focus to the heading, for screen readers. */
export function announceNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    const title = router.state.matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title;
    if (title !== null) setPageTitle(title);
    // Removes the first page's canonical link, which browsers would share as the address of later pages.
    if (pathChanged && fromLocation !== undefined) document.querySelector('link[rel=canonical]')?.remove();
    // Keeps the focus on the first page, and in a field that has already taken it.
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

export function setPageTitle(title: string | undefined): void {
  name = title === undefined ? communityName : `${title} · ${communityName}`;
  document.title = news + name;
}

export function setTitlePrefix(words: string): void {
  news = words;
  document.title = news + name;
}

const inMain = (element: Element): boolean => element.closest('main') !== null;

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
