import type { Storage } from '@mbari/contract/shapes/media';
import type { ImageKind } from '../adapters/images.ts';
import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import { unauthenticated } from '../http/viewer.ts';
import { Refusal } from '../refusal.ts';
import { findStorage, type NewImage } from './queries.ts';

/** Bytes that a member's images take, and how many they may. */
export async function readStorage({ db }: Pick<Context, 'db'>, memberId: string): Promise<Storage> {
  const storage = await findStorage(db, memberId, null);
  // Removed since the session was looked up.
  if (!storage) throw unauthenticated();
  return storage;
}

/** Why no image of this kind is taken from the member now, however small; null where one may fit. To be asked before it is received. */
export async function refuseImages({ db }: Pick<Context, 'db'>, memberId: string, kind: ImageKind): Promise<Refusal | null> {
  const storage = await findStorage(db, memberId, kind);
  return storage && storage.used_bytes >= storage.limit_bytes ? quotaExceeded(kind) : null;
}

/**
 * That these images of one member and kind fit beside those kept. For a transaction that has locked the member's row: of two
 * uploads at once the second counts the first. Throws `quota_exceeded`.
 */
export async function requireStorage(tx: Statements, images: readonly NewImage[]): Promise<void> {
  const [first] = images;
  if (!first) return;
  const storage = await findStorage(tx, first.member_id, first.kind);
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  if (storage && storage.used_bytes + bytes > storage.limit_bytes) throw quotaExceeded(first.kind);
}

const fieldOf: Record<ImageKind, string> = { photo: 'images', avatar: 'profile_image', cover: 'cover', forum: 'image', logo: 'logo' };

const quotaExceeded = (kind: ImageKind): Refusal =>
  new Refusal('quota_exceeded', 'quotaExceeded', { errors: { [fieldOf[kind]]: ['quotaExceeded'] } });
