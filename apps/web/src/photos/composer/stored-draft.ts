import type { ChosenImage, StoredImage } from '~/photos/image-picker/chosen-image.ts';
import { completed, openDrafts, resultOf } from '~/platform/lib/drafts-database.ts';
import { randomId } from '~/platform/lib/random-id.ts';
import { currentSession } from '~/platform/lib/session.ts';
import { type PostText, textOf } from './post-model.ts';
import type { NewPost } from './send-post.ts';

export interface Draft extends PostText {
  fullSize: boolean;
  images: readonly StoredImage[];
  /** The key of an unanswered request. */
  send: SendKey | null;
  /** Shared while offline: sent automatically at reconnection. */
  waiting?: boolean;
  at: number;
}

/**
 * Finds the member's draft. The browser stores one draft in IndexedDB, which accepts files. Deletes another member's draft unread.
 * Returns null without storage.
 */
export async function findDraft(memberId: string): Promise<Draft | null> {
  return attempt(null, memberId, async (db) => {
    const stored = await resultOf<StoredText | undefined>(db.transaction('texts').objectStore('texts').get(draftKey));
    if (stored === undefined) return null;
    if (stored.memberId !== memberId) {
      await empty(db);
      return null;
    }
    const files = db.transaction('files').objectStore('files');
    const imageFiles = await Promise.all(stored.images.map(({ id }) => resultOf<File | undefined>(files.get(id))));
    const images = stored.images.flatMap((image, index) => (imageFiles[index] ? [{ ...image, file: imageFiles[index] }] : []));
    return { ...stored, images };
  });
}

/** Copy of the draft's `waiting`, which is readable without IndexedDB. */
const waitingKey = 'mbari_draft_waits';
export const draftWaits = (): boolean => localStorage.getItem(waitingKey) !== null;

function noteWaiting(waits: boolean): void {
  if (waits) localStorage.setItem(waitingKey, 'yes');
  else localStorage.removeItem(waitingKey);
}

/** Returns true if stored. Does not write files again that are already stored. */
export async function storeDraft(memberId: string, { images, ...text }: Draft): Promise<boolean> {
  return attempt(false, memberId, async (db) => {
    const transaction = db.transaction(['texts', 'files'], 'readwrite');
    const files = transaction.objectStore('files');
    const finished = completed(transaction);
    const storedIds = await resultOf(files.getAllKeys());
    // A resized file keeps its id but not its size.
    const previous = await resultOf<StoredText | undefined>(transaction.objectStore('texts').get(draftKey));
    const unchanged = new Set(previous?.images.map(({ id, bytes }) => `${id} ${bytes}`));
    for (const key of storedIds) if (!images.some(({ id }) => id === key)) files.delete(key);
    for (const { id, file } of images) if (!storedIds.includes(id) || !unchanged.has(`${id} ${file.size}`)) files.put(file, id);
    const draft: StoredText = {
      ...text,
      memberId,
      images: images.map(({ file, ...image }) => ({ ...image, bytes: file.size })),
    };
    transaction.objectStore('texts').put(draft, draftKey);
    await finished;
    noteWaiting(text.waiting === true);
    return true;
  });
}

export async function removeDraft(memberId: string): Promise<void> {
  await attempt(undefined, memberId, async (db) => {
    await empty(db);
    noteWaiting(false);
  });
}

export interface SendKey {
  key: string;
  /** JSON of the post sent under the key. */
  post: string;
}

type Contents = Omit<NewPost, 'key' | 'images'> & { images: readonly Pick<ChosenImage, 'id' | 'alt' | 'edit'>[] };

/** Returns the last key if the same post is sent again, otherwise a new one. */
export function sendKey(last: SendKey | null, { images, ...text }: Contents): SendKey {
  const post = JSON.stringify([textOf(text), images.map(({ id, alt, edit }) => [id, alt, edit])]);
  return last?.post === post ? last : { key: randomId(), post };
}

interface StoredText extends Omit<Draft, 'images'> {
  memberId: string;
  images: (Omit<StoredImage, 'file'> & { bytes: number })[];
}

const draftKey = 'draft';

/** Runs operations in sequence, so that an older draft cannot overwrite a newer one. */
let last: Promise<unknown> = Promise.resolve();

function attempt<Value>(otherwise: Value, memberId: string, work: (db: IDBDatabase) => Promise<Value>): Promise<Value> {
  const answer = last.then(async () => {
    let db: IDBDatabase | null = null;
    try {
      db = await openDrafts();
      // The member may have signed out in the meantime.
      return currentSession().user?.id === memberId ? await work(db) : otherwise;
    } catch {
      return otherwise;
    } finally {
      db?.close();
    }
  });
  last = answer;
  return answer;
}

async function empty(db: IDBDatabase): Promise<void> {
  const transaction = db.transaction(['texts', 'files'], 'readwrite');
  transaction.objectStore('texts').clear();
  transaction.objectStore('files').clear();
  await completed(transaction);
}
