import { drawSmaller, type Drawing } from './draw-smaller.ts';

// Beside the page's own thread: drawing twelve megapixels holds up a phone for a second.
addEventListener('message', ({ data }: MessageEvent<Drawing>) => {
  void drawSmaller(data)
    .catch(() => null)
    .then((drawn) => postMessage(drawn));
});
