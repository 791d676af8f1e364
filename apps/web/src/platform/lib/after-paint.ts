/** Milliseconds that a first image is waited for: on a slow line the page goes on without it. */
const longestWait = 1_000;

/**
 * Until what is being drawn has been painted, and its images that are loaded before all others with it: what is asked for then holds none of it up,
 * neither on the line nor on the processor.
 */
export async function afterPaint(): Promise<void> {
  await nextFrame();
  const images = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')];
  await Promise.race([
    Promise.allSettled(images.map((image) => image.decode?.())),
    new Promise((resolve) => setTimeout(resolve, longestWait)),
  ]);
  if (images[0]) await nextFrame();
}

/** A tab in the background paints nothing. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => (document.hidden ? resolve() : requestAnimationFrame(() => setTimeout(resolve))));
