import { createHash } from 'node:crypto';
import { removeInvisible } from '@mbari/contract/platform/invisible-characters';
import { formatId } from '../../platform/ids.ts';

/** Numbers in these rows are ids of the other forum. */
export interface SourceMember {
  id: number;
  uuid: string;
  username: string;
  name: string;
  /** Null unless the other forum confirmed the address and lets the member sign in. */
  email: string | null;
  at: Date;
}

export interface SourceCategory {
  id: number;
  name: string;
  description: string;
  color: string;
  position: number;
  parentId: number | null;
  /** False for categories of staff or of some groups. */
  isOpen: boolean;
}

export interface SourceTopic {
  id: number;
  uuid: string;
  category_id: number | null;
  /** Null if the opening is the post with the lowest number. */
  opening_id: number | null;
  title: string;
  at: Date;
  is_pinned: boolean;
  pinned_until: Date | null;
  is_locked: boolean;
  views: number;
  skipped: Skipped | null;
}

export interface SourcePost {
  id: number;
  uuid: string;
  topic_id: number;
  /** Order within the topic. */
  number: number;
  author_id: number | null;
  body: string;
  at: Date;
  edited_at: Date | null;
  /** The answered post, by its id or by its number in the topic. */
  reply_to_id: number | null;
  reply_to_number: number | null;
  skipped: Skipped | null;
}

/** Reasons for leaving out topics and posts, with the words of the report. */
export const skippedWords = {
  private: 'in private messages',
  deleted: 'deleted',
  hidden: 'hidden, unlisted, scheduled or whispered',
  closed_category: 'in categories that not every member reads',
  system: 'written by the software',
  remote: 'from other servers',
  empty: 'without text',
  no_topic: 'of topics that are not in the file',
  unreadable: 'damaged',
} as const;
export type Skipped = keyof typeof skippedWords;

/** Receives topics and posts while an export is read. */
export interface Stage {
  topic(topic: SourceTopic): Promise<void>;
  post(post: SourcePost): Promise<void>;
  skip(kind: 'topics' | 'posts', reason: Skipped): void;
}

/** The part of an export that fits into memory. */
export interface SourceForum {
  members: SourceMember[];
  categories: SourceCategory[];
  /** Ids of topics and of the posts that answer them. */
  solutions: [topicId: number, postId: number][];
  /** Address of the other forum, if the export has it. */
  url: string | null;
}

/** A file that the import cannot use. The message tells the operator what to do. */
export class UnusableExport extends Error {}

/** Cleans and counts what PostgreSQL cannot store. */
export class Cleaner {
  /** Texts with zero bytes or bytes that are not UTF-8. */
  cleaned = 0;
  /** Lines of the file over the maximum length. */
  dropped = 0;

  text(written: string): string {
    const text = written.replaceAll(/[\p{Cs}\0]/gu, '\ufffd');
    if (text !== written) this.cleaned += 1;
    return text;
  }

  /** Returns one line of at most `max` code points. */
  line(written: string, max: number): string {
    const line = removeInvisible(
      this.text(written)
        .normalize('NFC')
        .replaceAll(/[\s\p{Cc}]+/gu, ' '),
    ).trim();
    const characters = [...line];
    return characters.length <= max
      ? line
      : `${characters
          .slice(0, max - 1)
          .join('')
          .trimEnd()}…`;
  }
}

const oldest = Date.UTC(1990, 0);
/** Replaces times that cannot be right, always by the same time, because ids are derived from it. */
const unknownTime = new Date(Date.UTC(2000, 0));

export function readTime(milliseconds: number): Date {
  const isPossible = milliseconds >= oldest && milliseconds <= Date.now() + 86_400_000;
  return isPossible ? new Date(milliseconds) : unknownTime;
}

/**
 * Derives a UUIDv7 from the other forum's id and time. A repeated import finds its rows by it, and rows of another forum with the same
 * number have another time.
 */
export function importedId(kind: 'member' | 'topic' | 'post', forum: string, { id, at }: { id: number; at: Date }): string {
  const hash = createHash('sha256').update(`${forum}:${kind}:${id}:${at.getTime()}`).digest();
  return formatId(at.getTime(), id & 0xfff, hash.subarray(0, 8));
}

export interface Watched {
  signal: AbortSignal;
  onProgress: (text: string) => void;
}

export async function inSteps<Item>(items: readonly Item[], size: number, work: (batch: readonly Item[]) => Promise<void>): Promise<void> {
  for (let index = 0; index < items.length; index += size) await work(items.slice(index, index + size));
}
