import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { here } from './processes.mjs';

const sharp = createRequire(path.join(here, '../apps/server/package.json'))('sharp');

/** Creates photos like a phone's: twelve megapixels, several megabytes of JPEG. */
export function makePhotos(count) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const [width, height] = index % 2 === 0 ? [4000, 3000] : [3000, 4000];
      const grain = { create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 26 } } };
      const light = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="a"><stop offset="0" stop-color="hsl(${index * 70} 60% 60%)" stop-opacity=".8"/><stop offset="1" stop-color="#123" stop-opacity=".6"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#a)"/></svg>`;
      const shot = sharp(grain)
        .blur(0.8)
        .composite([{ input: Buffer.from(light) }]);
      return shot
        .withExif({ IFD0: { Make: 'Bench' } })
        .jpeg({ quality: 90 })
        .toBuffer();
    }),
  );
}

/** Posts photos from several members, each at this many bytes per second, until stopped. With enough members, the server always encodes an image. */
export function startPosting(port, tokens, photos, bytesPerSecond = 2_500_000) {
  const posters = tokens.map((token) => {
    const poster = fork(path.join(here, 'poster.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    poster.send({ port, token, photos: photos.map((photo) => photo.toString('base64')), bytesPerSecond });
    return poster;
  });
  return {
    /** Waits for uploads in progress and deletes all posts. Returns their number. */
    async stop() {
      const counts = await Promise.all(
        posters.map(async (poster) => {
          const reported = once(poster, 'message');
          const ended = once(poster, 'exit').then(([code]) => {
            if (code !== 0) throw new Error('A poster ended with an error.');
          });
          poster.send('stop');
          const [count] = await Promise.race([reported, ended.then(() => [0])]);
          await ended;
          return count;
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
