import type { Message } from '@mbari/contract/messages/messages';
import { completed, messageFiles, openDrafts, resultOf } from '~/platform/lib/drafts-database.ts';
import { currentSession } from '~/platform/lib/session.ts';
import { unsentMessages } from '~/platform/lib/unsent-text.ts';

interface UnsentImage {
  /** Key of the stored file, and idempotency key of its upload. */
  key: string;
  alt: string;
  width: number;
  height: number;
  /** Set once the file is uploaded. */
  id: string | null;
}

/** A message that the server has not acknowledged yet. */
export interface Unsent {
  /** Idempotency key. */
  key: string;
  body: string;
  replyTo: Message['reply_to'];
  images: readonly UnsentImage[];
  warning: string | null;
  at: string;
  /** The server's refusal. The member sends the message again or deletes it. Null while the message waits. */
  failure: string | null;
}

/* Local storage holds the queue of each conversation, so that it survives a reload and all tabs share it. Signing out clears it. */

const nameOf = (conversationId: string): string => `${unsentMessages} ${currentSession().user?.id ?? ''} ${conversationId}`;
const listeners = new Set<() => void>();
/** Parsed queues, so that unchanged ones keep their identity. */
const parsed = new Map<string, { text: string; messages: readonly Unsent[] }>();
const none: readonly Unsent[] = [];

export function unsentIn(conversationId: string): readonly Unsent[] {
  const text = localStorage.getItem(nameOf(conversationId));
  if (text === null) return none;
  const known = parsed.get(conversationId);
  if (known?.text === text) return known.messages;
  const messages = messagesIn(text);
  parsed.set(conversationId, { text, messages });
  return messages;
}

function messagesIn(text: string): readonly Unsent[] {
  try {
    return JSON.parse(text) as Unsent[];
  } catch {
    return none;
  }
}

/** Ids of the conversations with unsent messages of the member. */
export function conversationsWithUnsent(): string[] {
  const start = nameOf('');
  return Object.keys(localStorage).flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []));
}

/** Throws if the storage is full. */
export function changeUnsent(conversationId: string, change: (messages: readonly Unsent[]) => readonly Unsent[]): void {
  const messages = change(unsentIn(conversationId));
  if (messages.length === 0) localStorage.removeItem(nameOf(conversationId));
  else localStorage.setItem(nameOf(conversationId), JSON.stringify(messages));
  for (const listener of listeners) listener();
}

export function watchUnsent(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === null || key.startsWith(unsentMessages)) && listener();
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

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
