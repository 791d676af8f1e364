export function whenIdle(work: () => void): () => void {
  // Safari lacks `requestIdleCallback`.
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(work);
  return () => cancelIdleCallback(waiting);
}

const longestWait = 1_000;

/** Resolves once the current screen and its high-priority images are painted, so that later requests do not compete with them. */
export async function afterPaint(): Promise<void> {
  await nextFrame();
  const images = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')];
  await Promise.race([
    Promise.allSettled(images.map((image) => image.decode?.())),
    new Promise((resolve) => setTimeout(resolve, longestWait)),
  ]);
  if (images[0]) await nextFrame();
}

/** Resolves immediately in a background tab, which never paints. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => (document.hidden ? resolve() : requestAnimationFrame(() => setTimeout(resolve))));
