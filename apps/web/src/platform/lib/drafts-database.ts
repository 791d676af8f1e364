import { draftsDatabase } from './stored-session.ts';

/** Files of unsent messages by key. `texts` and `files` are the composer's draft. */
export const messageFiles = 'message-files';

/** Opens the database of unsent texts and files, which `forgetSession` deletes. */
export function openDrafts(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(draftsDatabase, 2);
    opening.onupgradeneeded = () => {
      for (const name of ['texts', 'files', messageFiles])
        if (!opening.result.objectStoreNames.contains(name)) opening.result.createObjectStore(name);
    };
    opening.onsuccess = () => {
      // Lets another tab delete the database at sign-out without waiting.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error ?? new Error('IndexedDB did not open'));
    opening.onblocked = () => reject(new Error('IndexedDB is blocked by another tab'));
  });
}

export const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB read failed'));
  });

export const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB write failed'));
  });
