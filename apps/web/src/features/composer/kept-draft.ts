import { currentSession } from '~/lib/session.ts';
import { draftsDatabase } from '~/lib/stored-session.ts';
import type { HiddenData } from '~/features/media/hidden-data.ts';
import type { PostWords } from './post-fields.tsx';
import type { SendKey } from '~/features/uploads/send-key.ts';

/** A post that is not shared yet, as it survives a reload. */
export interface Draft extends PostWords {
  fullSize: boolean;
  images: readonly DraftImage[];
  /** Of a send that was never answered: sent again under it, the post is made once. */
  send: SendKey | null;
  /** When it was kept. */
  at: number;
}

export interface DraftImage {
  id: string;
  alt: string;
  file: File;
  /** Null: the file is as it was picked, and still to be prepared. */
  prepared: { pickedBytes: number; removed: readonly HiddenData[] } | null;
}

/**
 * One draft a browser, in IndexedDB, which takes files. A member finds their own only: another's is thrown away unread. Where the
 * browser gives no storage, or no room, there is no draft, and everything else works.
 */
export async function findDraft(memberId: string): Promise<Draft | null> {
  return attempt(null, memberId, async (db) => {
    const kept = await done<KeptText | undefined>(db.transaction('texts').objectStore('texts').get(theOne));
    if (kept === undefined) return null;
    if (kept.memberId !== memberId) {
      await empty(db);
      return null;
    }
    const files = db.transaction('files').objectStore('files');
    const found = await Promise.all(kept.images.map(({ id }) => done<File | undefined>(files.get(id))));
    const images = kept.images.flatMap((image, index) => (found[index] ? [{ ...image, file: found[index] }] : []));
    return { ...kept, images };
  });
}

/** Whether it is kept. Files that are kept already are not written again: typing costs a line of text. */
export async function keepDraft(memberId: string, { images, ...text }: Draft): Promise<boolean> {
  return attempt(false, memberId, async (db) => {
    const transaction = db.transaction(['texts', 'files'], 'readwrite');
    const files = transaction.objectStore('files');
    const finished = completed(transaction);
    const known = await done(files.getAllKeys());
    // A file that was made smaller since goes by the same id; its size tells.
    const before = await done<KeptText | undefined>(transaction.objectStore('texts').get(theOne));
    const asBefore = new Set(before?.images.map(({ id, bytes }) => `${id} ${bytes}`));
    for (const key of known) if (!images.some(({ id }) => id === key)) files.delete(key);
    for (const { id, file } of images) if (!known.includes(id) || !asBefore.has(`${id} ${file.size}`)) files.put(file, id);
    const kept: KeptText = {
      ...text,
      memberId,
      images: images.map(({ id, alt, file, prepared }) => ({ id, alt, bytes: file.size, prepared })),
    };
    transaction.objectStore('texts').put(kept, theOne);
    await finished;
    return true;
  });
}

export async function forgetDraft(memberId: string): Promise<void> {
  await attempt(undefined, memberId, empty);
}

interface KeptText extends Omit<Draft, 'images'> {
  memberId: string;
  images: (Omit<DraftImage, 'file'> & { bytes: number })[];
}

const theOne = 'draft';

/** One after the other: what was kept first must not be written over what was kept last. */
let turn: Promise<unknown> = Promise.resolve();

function attempt<Value>(otherwise: Value, memberId: string, work: (db: IDBDatabase) => Promise<Value>): Promise<Value> {
  const answer = turn.then(async () => {
    let db: IDBDatabase | null = null;
    try {
      db = await open();
      // Signed out meanwhile: nothing may be left behind.
      return currentSession().user?.id === memberId ? await work(db) : otherwise;
    } catch {
      return otherwise;
    } finally {
      db?.close();
    }
  });
  turn = answer;
  return answer;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(draftsDatabase, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore('texts');
      asked.result.createObjectStore('files');
    };
    asked.onsuccess = () => {
      // Another tab signs out: it need not wait.
      asked.result.onversionchange = () => asked.result.close();
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error ?? new Error('No storage'));
    asked.onblocked = () => reject(new Error('The storage is taken'));
  });
}

async function empty(db: IDBDatabase): Promise<void> {
  const transaction = db.transaction(['texts', 'files'], 'readwrite');
  transaction.objectStore('texts').clear();
  transaction.objectStore('files').clear();
  await completed(transaction);
}

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('Not read'));
  });

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('Not kept'));
  });
