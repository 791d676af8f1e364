import type { Storage } from '@mbari/contract/platform/media';
import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import { unauthenticated } from '../http/viewer.ts';
import { Refusal } from '../refusal.ts';
import type { ImageKind } from './images.ts';
import { findStorage, type NewImage } from './queries.ts';

export async function readStorage({ db }: Pick<Context, 'db'>, memberId: string): Promise<Storage> {
  const storage = await findStorage(db, memberId, null);
  if (!storage) throw unauthenticated();
  return storage;
}

/** Returns a refusal if the member has no space left at all. Called before an upload is received. */
export async function refuseImages({ db }: Pick<Context, 'db'>, memberId: string, kind: ImageKind): Promise<Refusal | null> {
  const storage = await findStorage(db, memberId, kind);
  return storage && storage.used_bytes >= storage.limit_bytes ? quotaExceeded(kind) : null;
}

/** Throws `quota_exceeded` unless the images fit. The caller has locked the member's row, so concurrent uploads count each other. */
export async function requireStorage(tx: Statements, images: readonly NewImage[]): Promise<void> {
  const [first] = images;
  if (!first) return;
  const storage = await findStorage(tx, first.member_id, first.kind);
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  if (storage && storage.used_bytes + bytes > storage.limit_bytes) throw quotaExceeded(first.kind);
}

const fieldOf: Record<ImageKind, string> = {
  photo: 'images',
  avatar: 'profile_image',
  cover: 'cover',
  forum: 'image',
  message: 'image',
  logo: 'logo',
};

const quotaExceeded = (kind: ImageKind): Refusal =>
  new Refusal('quota_exceeded', 'quotaExceeded', { errors: { [fieldOf[kind]]: ['quotaExceeded'] } });
