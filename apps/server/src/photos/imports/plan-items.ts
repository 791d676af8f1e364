import type { Reason } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import type { ImportMedia } from '../table.ts';
import type { ArchiveEntry } from './archive.ts';
import { cut, dayOf, type FoundPost } from './found-post.ts';

/** An item of an import, before it is stored. */
export interface PlannedItem {
  external_id: string;
  title: string;
  description: string;
  /** ISO 8601. */
  taken_at: string | null;
  media: ImportMedia[];
  warning: string | null;
  albums: string[];
  chosen: boolean;
  problem: Reason | null;
}

/** The location of an image, or the reason why it cannot be imported. */
export type FoundImage = ArchiveEntry | { url: string } | { reason: string };

/** A file that no item can use. */
export const skippedItem = (name: string, reason: string): PlannedItem => ({
  external_id: cut(printable(name), limits.importFileName),
  title: cut(printable(name), limits.title),
  description: '',
  taken_at: null,
  media: [],
  warning: null,
  albums: [],
  chosen: false,
  problem: { reason },
});

/** Returns the items of posts, oldest first. A post with more images than a post may have becomes several. Each id is imported once. */
export function planItems(posts: readonly FoundPost[], findImage: (name: string) => FoundImage, imagesPerPost: number): PlannedItem[] {
  const known = new Set<string>();
  const inOrder = posts.toSorted((a, b) => (a.takenAt ?? Infinity) - (b.takenAt ?? Infinity) || 0);
  return inOrder.flatMap((post): PlannedItem[] => {
    if (known.has(post.externalId)) return [skippedItem(post.title, 'importDuplicate')];
    known.add(post.externalId);
    const media: ImportMedia[] = [];
    const skipped: PlannedItem[] = [];
    for (const { name, alt } of post.images) {
      const image = findImage(name);
      if ('reason' in image) skipped.push(skippedItem(post.images.length === 1 ? post.title : name, image.reason));
      else media.push({ ...image, alt: cut(printable(alt, true), limits.alt) });
    }
    const parts = Array.from({ length: Math.ceil(media.length / imagesPerPost) }, (_, n) =>
      media.slice(n * imagesPerPost, (n + 1) * imagesPerPost),
    );
    return [...parts.map((part) => itemOf(post, part)), ...skipped];
  });
}

const itemOf = (post: FoundPost, media: ImportMedia[]): PlannedItem => ({
  external_id: cut(printable(post.externalId), limits.importFileName),
  title: cut(printable(post.title) || dayOf(post.takenAt), limits.title),
  description: cut(printable(post.description, true), limits.description),
  taken_at: post.takenAt !== null && isPlausible(post.takenAt) ? new Date(post.takenAt).toISOString() : null,
  media,
  warning: cut(printable(post.warning ?? ''), limits.contentWarning) || null,
  albums: [...new Set(post.albums.map((album) => cut(printable(album), limits.importAlbumName)))].filter((album) => album !== ''),
  chosen: post.isChosen,
  problem: null,
});

/** Photography began after 1800, and PostgreSQL reads years of four digits. */
const isPlausible = (time: number): boolean => time > Date.UTC(1800, 0) && time < Date.UTC(9000, 0);

/** Removes characters that no text of a post may have. */
const printable = (text: string, keepsLines = false): string =>
  text
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(keepsLines ? /[\u0000-\u0008\u000b-\u001f\u007f]/g : /[\u0000-\u001f\u007f\u2028\u2029]+/g, keepsLines ? '' : ' ')
    .normalize('NFC')
    .trim();
