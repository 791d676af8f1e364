import { drawSmaller, type Drawing } from './draw-smaller.ts';

// Runs in a worker, because encoding twelve megapixels blocks a phone for a second.
addEventListener('message', ({ data }: MessageEvent<Drawing>) => {
  void drawSmaller(data)
    .catch(() => null)
    .then((drawn) => postMessage(drawn));
});
