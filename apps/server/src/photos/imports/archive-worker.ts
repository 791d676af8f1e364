import { writeFile } from 'node:fs/promises';
import type { ImportSource } from '@mbari/contract/photos/imports';
import * as limits from '@mbari/contract/platform/limits';
import type { ZipFile } from 'yauzl';
import { type ArchiveEntry, listEntries, openEntry, openZip, readText } from './archive.ts';
import { baseOf, type FoundPost } from './found-post.ts';
import { flickrAlbums, flickrIdIn, flickrPhoto, parseFlickr, parseFlickrAlbums } from './parse-flickr.ts';
import { folderList, parseFolder, postOf } from './parse-folder.ts';
import { instagramPosts, parseInstagram } from './parse-instagram.ts';
import { parsePixelfed, pixelfedPosts } from './parse-pixelfed.ts';
import { type FoundImage, type PlannedItem, planItems, skippedItem } from './plan-items.ts';

/*
 * Lists the archives of one import and parses their texts, in a process with little memory: a hostile archive ends only this process. It has no
 * access to the store, and asks its parent for bytes.
 */

export interface ScanTask {
  source: ImportSource;
  files: { name: string; bytes: number }[];
  imagesPerPost: number;
  /** Hosts from which images may be fetched. */
  hosts: string[];
}

export type ScanMessage =
  | { ready: true }
  | { read: number; file: number; start: number; end: number }
  | { items: PlannedItem[] }
  | { refused: { reason: string; params?: { name: string } | { most: number } } }
  | { done: true };

/** The task, then answers to reads. */
export type ToScan = { task: ScanTask } | ({ read: number } & ({ bytes: Uint8Array } | { failed: string }));

class Refused extends Error {
  readonly why: { reason: string; params?: { name: string } | { most: number } };
  constructor(reason: string, params?: { name: string } | { most: number }) {
    super(reason);
    this.why = { reason, ...(params && { params }) };
  }
}

/** Error: bytes of an archive could not be read from the store. A later scan may read them. */
class StoreFailed extends Error {}

const endsScan = (error: unknown): boolean => error instanceof Refused || error instanceof StoreFailed;

let task: ScanTask;
const send = (message: ScanMessage): void => void process.send?.(message);

let reads = 0;
const waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
process.on('message', (answer: ToScan) => {
  if ('task' in answer) {
    task = answer.task;
    return void run();
  }
  const turn = waiting.get(answer.read);
  waiting.delete(answer.read);
  if ('bytes' in answer) turn?.resolve(answer.bytes);
  else turn?.reject(new StoreFailed(answer.failed));
});

const readRange = (file: number, start: number, end: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    reads += 1;
    waiting.set(reads, { resolve, reject });
    send({ read: reads, file, start, end });
  });

const isImage = (name: string): boolean => /\.(?:jpe?g|png|webp|gif|avif|heic|heif)$/i.test(name);
const isVideo = (name: string): boolean => /\.(?:mp4|mov|m4v|avi|webm|3gp|mkv)$/i.test(name);
const isHidden = (name: string): boolean => /(?:^|\/)(?:__MACOSX\/|\.)/.test(name);

const isDocument: Record<ImportSource, (name: string) => boolean> = {
  instagram: (name) => instagramPosts.test(name),
  flickr: (name) => flickrPhoto.test(name) || flickrAlbums.test(name),
  pixelfed: (name) => pixelfedPosts.test(name),
  folder: (name) => folderList.test(name),
};

/** Unsafe and useless files that are listed with a reason. */
const listedUnsafe = 100;
/** Bytes of all texts together. */
const allTexts = 256 * 1024 * 1024;

interface Contents {
  posts: FoundPost[];
  images: Map<string, ArchiveEntry>;
  videos: Set<string>;
  albumsOf: Map<string, string[]>;
  skipped: PlannedItem[];
  texts: number;
  entries: number;
}

async function scan(): Promise<PlannedItem[]> {
  const contents: Contents = { posts: [], images: new Map(), videos: new Set(), albumsOf: new Map(), skipped: [], texts: 0, entries: 0 };
  for (const [n, { name, bytes }] of task.files.entries()) {
    if (task.source === 'pixelfed' && pixelfedPosts.test(name)) await readPlainFile(contents, n, bytes);
    else await readArchive(contents, n);
  }
  const posts = postsOf(contents);
  if (posts.length === 0) throw new Refused('importNothingFound');
  const items = planItems(posts, finderOf(contents, posts), task.imagesPerPost);
  if (items.length > limits.importItems) throw new Refused('importTooManyPosts', { most: limits.importItems });
  return [...items, ...contents.skipped.slice(0, limits.importItems - items.length)];
}

/** Reads a JSON file that was uploaded without an archive. */
async function readPlainFile(contents: Contents, n: number, bytes: number): Promise<void> {
  if (bytes > limits.importTextBytes) throw new Refused('importTextTooLarge');
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes; at += limits.importPartBytes)
    parts.push(Buffer.from(await readRange(n, at, Math.min(bytes, at + limits.importPartBytes))));
  addPosts(contents, task.files[n]!.name, Buffer.concat(parts).toString('utf8'));
}

async function readArchive(contents: Contents, n: number): Promise<void> {
  const zip = await openArchive(n);
  const documents: { name: string; entry: ArchiveEntry }[] = [];
  try {
    for await (const { name, entry, unsafe } of listEntries(zip, n)) {
      contents.entries += 1;
      if (contents.entries > limits.importEntries) throw new Refused('importTooManyFiles', { most: limits.importEntries });
      if (unsafe !== null) skip(contents, name, unsafe);
      else if (isHidden(name)) continue;
      else if (isDocument[task.source](name)) documents.push({ name, entry });
      else if (isImage(name)) contents.images.set(name, entry);
      else if (isVideo(name)) contents.videos.add(name);
    }
    for (const { name, entry } of documents) await readDocument(contents, zip, name, entry);
  } catch (error) {
    if (endsScan(error)) throw error;
    throw new Refused('importArchiveDamaged', { name: task.files[n]!.name });
  } finally {
    zip.close();
  }
}

async function openArchive(n: number): Promise<ZipFile> {
  const { name, bytes } = task.files[n]!;
  try {
    return await openZip((start, end) => readRange(n, start, end), bytes);
  } catch (error) {
    if (endsScan(error)) throw error;
    throw new Refused('importNotArchive', { name });
  }
}

function skip(contents: Contents, name: string, reason: string): void {
  if (contents.skipped.length < listedUnsafe) contents.skipped.push(skippedItem(name, reason));
}

async function readDocument(contents: Contents, zip: ZipFile, name: string, entry: ArchiveEntry): Promise<void> {
  contents.texts += entry.bytes;
  if (entry.bytes > limits.importTextBytes) return skip(contents, name, 'importTextTooLarge');
  if (contents.texts > allTexts) throw new Refused('importTextTooLarge');
  try {
    addPosts(contents, name, await readText(await openEntry(zip, entry)));
  } catch (error) {
    if (endsScan(error)) throw error;
    skip(contents, name, 'importTextUnreadable');
  }
}

/** Throws for JSON that cannot be read. */
function addPosts(contents: Contents, name: string, text: string): void {
  if (task.source === 'folder') return void contents.posts.push(...parseFolder(text));
  const json = parseJson(text);
  if (task.source === 'flickr' && flickrAlbums.test(name)) {
    for (const [id, albums] of parseFlickrAlbums(json)) contents.albumsOf.set(id, albums);
    return;
  }
  const parse = { instagram: parseInstagram, flickr: parseFlickr, pixelfed: parsePixelfed }[task.source];
  for (const post of parse(json)) contents.posts.push(post);
  if (contents.posts.length > 2 * limits.importItems) throw new Refused('importTooManyPosts', { most: limits.importItems });
}

function parseJson(text: string): unknown {
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index);
    if (isQuoted) {
      if (letter === 92) index += 1;
      else if (letter === 34) isQuoted = false;
    } else if (letter === 34) isQuoted = true;
    else if (letter === 123 || letter === 91) {
      depth += 1;
      if (depth > limits.importJsonDepth) throw new Error('too deep');
    } else if (letter === 125 || letter === 93) depth -= 1;
  }
  return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
}

function postsOf({ posts, images, albumsOf }: Contents): FoundPost[] {
  if (task.source === 'flickr')
    return posts.map((post) => ({ ...post, albums: [...post.albums, ...(albumsOf.get(post.externalId) ?? [])] }));
  if (task.source !== 'folder') return posts;
  // Images that the list does not describe.
  const described = new Set(posts.map(({ externalId }) => baseOf(externalId)));
  return [...posts, ...[...images.keys()].filter((name) => !described.has(baseOf(name))).map(postOf)];
}

function finderOf({ images, videos }: Contents, posts: readonly FoundPost[]): (name: string) => FoundImage {
  const check = (name: string, entry: ArchiveEntry): FoundImage => {
    if (/\.hei[cf]$/i.test(name)) return { reason: 'imageIsHeic' };
    return entry.bytes > limits.importImageBytes ? { reason: 'importImageTooLarge' } : entry;
  };
  if (task.source === 'pixelfed')
    return (url) => {
      const host = URL.canParse(url) && new URL(url).protocol === 'https:' ? new URL(url).host : '';
      return task.hosts.includes(host) ? { url: new URL(url).href } : { reason: 'importHostNotAllowed' };
    };
  // Paths in the lists begin at the root of the export, which may be a folder of the archive.
  const index = new Map<string, [name: string, entry: ArchiveEntry]>();
  const ids = new Set(posts.map(({ externalId }) => externalId));
  const keyOf = (name: string): string[] => {
    if (task.source === 'flickr') return [flickrIdIn(name, ids) ?? ''];
    const parts = name.split('/');
    return parts.map((_, n) => parts.slice(n).join('/'));
  };
  for (const found of images) for (const key of keyOf(found[0])) if (!index.has(key)) index.set(key, found);
  const filmed = new Set([...videos].flatMap(keyOf));
  return (name) => {
    const found = index.get(name);
    if (found) return check(...found);
    return { reason: filmed.has(name) || isVideo(name) ? 'importVideo' : 'importImageMissing' };
  };
}

async function run(): Promise<void> {
  try {
    const items = await scan();
    for (let at = 0; at < items.length; at += 500) send({ items: items.slice(at, at + 500) });
    send({ done: true });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    send({ refused: error.why });
  }
}

// Makes the OOM killer choose this process, not the database.
if (process.platform === 'linux') void writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
send({ ready: true });
