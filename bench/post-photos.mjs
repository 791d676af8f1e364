import { createRequire } from 'node:module';
import path from 'node:path';
import { here } from './processes.mjs';

const sharp = createRequire(path.join(here, '../apps/server/package.json'))('sharp');

/** Photos as telephones make them: twelve megapixels, some megabytes of JPEG. */
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

/** One member posts one photo after the other, without pause, until stopped. */
export function startPosting(port, token, photos) {
  const ids = [];
  const stopping = new AbortController();
  const call = async (method, at, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${at}`, { method, body, headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${method} ${at} was answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const posting = (async () => {
    while (!stopping.signal.aborted) {
      const form = new FormData();
      form.append('title', `Posted while others read, number ${ids.length + 1}`);
      form.append('images[0]', new Blob([photos[ids.length % photos.length]], { type: 'image/jpeg' }), 'photo.jpg');
      ids.push((await call('POST', '/photos', form)).data.id);
    }
  })();
  posting.catch(() => {});
  return {
    /** Ends after the photo under way, and takes them all back. Answers how many were posted. */
    async stop() {
      stopping.abort();
      await posting;
      for (const id of ids) await call('DELETE', `/photos/${id}`);
      return ids.length;
    },
  };
}
