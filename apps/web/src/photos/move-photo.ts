import type { AnyRouter } from '@tanstack/react-router';

const prefersLessMotion = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Moves the photo in a view transition when its post opens from a wall and closes to it. The page changes without a movement if the photo
 * is not in the window, and for people who prefer less motion.
 */
export function movePhotos(router: AnyRouter): void {
  // Replaces the router's own method, which cannot name a photo of the next page and does not expect a skipped transition.
  router.startViewTransition = async (commit) => {
    const [from, to] = [router.state.resolvedLocation, router.latestLocation].map(postAt);
    // A transition from post to post would ignore a second arrow key pressed meanwhile.
    const photo = (from === undefined) === (to === undefined) ? undefined : photoIn(from, to);
    if (photo === undefined || !('startViewTransition' in document) || prefersLessMotion.matches) return commit();
    photo.style.viewTransitionName = 'photo';
    const transition = document.startViewTransition(async () => {
      photo.style.viewTransitionName = '';
      await commit();
      // The wall renders its rows at the restored position on this event, which browsers withhold during a transition.
      dispatchEvent(new Event('scroll'));
      const arrived = photoIn(to, from);
      if (arrived === undefined) return transition.skipTransition();
      arrived.style.viewTransitionName = 'photo';
      // The browser has not rendered this row yet, and would leave its photo out.
      const row = arrived.closest<HTMLElement>('.wall-row');
      row?.style.setProperty('content-visibility', 'visible');
      void transition.finished.then(() => {
        arrived.style.viewTransitionName = '';
        row?.style.removeProperty('content-visibility');
      });
    });
    // Rejects if the movement is skipped, as in a hidden page or for a newer navigation.
    transition.ready.catch(() => undefined);
    await transition.updateCallbackDone;
  };
}

const postAt = (location?: { pathname: string }): string | undefined => /^\/post\/([^/]+)$/.exec(location?.pathname ?? '')?.[1];

/** Returns the photo of the open post, or on another page the photo that links to the `linked` post, if it is in the window. */
function photoIn(post: string | undefined, linked: string | undefined): HTMLElement | undefined {
  const frame = post === undefined ? `.wall-frame[href="/post/${linked}"]` : '.viewer-photo';
  const photo = document.querySelector<HTMLElement>(`${frame} .picture`);
  const { top, bottom } = photo?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return photo && bottom > 0 && top < innerHeight ? photo : undefined;
}
