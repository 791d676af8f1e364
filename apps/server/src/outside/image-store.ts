import type { Readable } from 'node:stream';

export interface StoredFile {
  size: number;
  stream: () => Readable;
}

/** Where pictures live. Files by default; object storage has the same four verbs. */
export interface ImageStore {
  /** A fresh folder on this machine to encode one picture into. */
  draft(): Promise<{ folder: string; discard: () => Promise<void> }>;
  /** Takes a finished folder in under an id. Durable when it returns: every file and folder entry is synced. */
  keep(id: string, folder: string): Promise<void>;
  read(id: string, file: string): Promise<StoredFile | null>;
  remove(id: string): Promise<void>;
  /** Ids in the store whose folder is older than `olderThan`, a batch at a time, for the sweep. */
  list(olderThan: Date): AsyncIterable<string[]>;
  /** Whether a write would succeed; for /readyz. */
  isWritable(): Promise<boolean>;
}
