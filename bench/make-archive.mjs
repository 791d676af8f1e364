// Writes archives of N photos in the format of Instagram (one ZIP) or Flickr (a ZIP of lists and one of images).
// node bench/make-archive.mjs instagram 2000 /tmp/archive
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { makePhotos } from './post-photos.mjs';
import { here } from './processes.mjs';

const { ZipFile } = createRequire(path.join(here, '../apps/server/package.json'))('yazl');

/** Returns the paths of the archives. Photos repeat, because only their number and size matter. */
export async function makeArchive(source, count, folder) {
  const photos = await makePhotos(4);
  const photo = (n) => photos[n % photos.length];
  const numbers = Array.from({ length: count }, (_, n) => n);
  const taken = (n) => 1_300_000_000 + n * 86_400;
  await mkdir(folder, { recursive: true });
  if (source === 'instagram') {
    const posts = numbers.map((n) => ({
      media: [{ uri: `media/posts/${n}.jpg`, creation_timestamp: taken(n), title: `Post ${n} #loom` }],
    }));
    const files = { 'your_instagram_activity/media/posts_1.json': Buffer.from(JSON.stringify(posts)) };
    for (const n of numbers) files[`media/posts/${n}.jpg`] = photo(n);
    return [await write(path.join(folder, 'instagram.zip'), files)];
  }
  const id = (n) => String(51_000_000_000 + n);
  const about = (n) => ({
    id: id(n),
    name: `Photo ${n}`,
    description: '',
    date_taken: new Date(taken(n) * 1000).toISOString().slice(0, 19).replace('T', ' '),
    tags: [{ tag: 'loom' }],
    albums: [{ id: '1', title: 'Looms' }],
    privacy: 'public',
  });
  const lists = Object.fromEntries(numbers.map((n) => [`photo_${id(n)}.json`, Buffer.from(JSON.stringify(about(n)))]));
  const images = Object.fromEntries(numbers.map((n) => [`photo-${n}_${id(n)}_o.jpg`, photo(n)]));
  return [await write(path.join(folder, 'data.zip'), lists), await write(path.join(folder, 'images.zip'), images)];
}

/** Returns the paths of archives for Instagram that each ask for much: 5 GB of zeros, 100,000 files, a list of 3.4 million objects. */
export async function makeHostileArchives(folder) {
  await mkdir(folder, { recursive: true });
  const list = 'your_instagram_activity/media/posts_1.json';
  const zeros = path.join(folder, 'zeros.zip');
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('[{"media":[{"uri":"media/posts/0.jpg","creation_timestamp":1300000000}]}]'), list);
  zip.addReadStream(Readable.from(Array(5_120).fill(Buffer.alloc(1024 * 1024))), 'media/posts/0.jpg', { forceZip64Format: true });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(zeros));
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`media/posts/${n}.jpg`, Buffer.from('x')]));
  return [
    zeros,
    await write(path.join(folder, 'files.zip'), many),
    await write(path.join(folder, 'objects.zip'), { [list]: Buffer.from(`[${'{"a":{}},'.repeat(3_400_000)}{}]`) }, { compress: false }),
  ];
}

async function write(file, contents, { compress = true } = {}) {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(contents)) zip.addBuffer(bytes, name, { compress: compress && name.endsWith('.json') });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , source = 'instagram', count = '2000', folder = '.'] = process.argv;
  console.log((await makeArchive(source, Number(count), folder)).join('\n'));
}
