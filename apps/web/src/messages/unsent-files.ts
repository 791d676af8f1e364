import { completed, messageFiles, openDrafts, resultOf } from '~/platform/lib/drafts-database.ts';

/** Files of this tab. IndexedDB has a copy for other tabs and the time after a reload. */
const files = new Map<string, File>();

export async function storeFile(key: string, file: File): Promise<void> {
  files.set(key, file);
  await inStore('readwrite', (store) => store.put(file, key)).catch(() => undefined);
}

export async function findFile(key: string): Promise<File | undefined> {
  return files.get(key) ?? (await inStore<File | undefined>('readonly', (store) => store.get(key)).catch(() => undefined));
}

export async function removeFiles(keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    files.delete(key);
    await inStore('readwrite', (store) => store.delete(key)).catch(() => undefined);
  }
}

async function inStore<Value>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
  const db = await openDrafts();
  try {
    const transaction = db.transaction(messageFiles, mode);
    const finished = completed(transaction);
    const value = await resultOf(work(transaction.objectStore(messageFiles)));
    await finished;
    return value;
  } finally {
    db.close();
  }
}
