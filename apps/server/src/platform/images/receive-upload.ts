import * as limits from '@mbari/contract/platform/limits';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import { formKey, type FormRules, idempotencyKey, requireSameRequest, type SendKey, withForm } from '../http/form.ts';
import { unauthenticated, type Viewer } from '../http/viewer.ts';
import { Refusal } from '../refusal.ts';
import { lockUploader } from './queries.ts';
import { refuseImages } from './storage.ts';
import { saveImage, type StoredImage, storeImage } from './store-image.ts';

export interface NewUpload {
  image_id: string;
  member_id: string;
  alt: string;
  upload_key: string | null;
  upload_digest: Buffer | null;
}

/** A table of images that are uploaded before the text that shows them is sent. */
export interface Uploads {
  kind: 'forum' | 'message' | 'photo';
  /** Name of the file's field. Default: `image`. */
  field?: string;
  findByKey(db: Statements, memberId: string, key: string): Promise<Pick<NewUpload, 'image_id' | 'upload_digest'> | undefined>;
  insert(tx: Statements, upload: NewUpload): Promise<unknown>;
}

interface ReceivedUpload {
  id: string;
  /** Null for a repeated request. */
  stored: StoredImage | null;
}

type Body = z.ZodType<{ alt?: string | undefined }>;

/** Receives one image and its description. A retry with the same Idempotency-Key returns the earlier upload. */
export async function receiveUpload(
  context: Context,
  member: Viewer,
  request: FastifyRequest,
  body: Body,
  uploads: Uploads,
): Promise<ReceivedUpload> {
  const value = idempotencyKey(request);
  const isRetry = value !== null && (await uploads.findByKey(context.db, member.id, value)) !== undefined;
  await context.limits.spend(isRetry ? 'change by member' : 'upload by member', member.id);
  return withForm(request, rulesFor(context, member, { body, isRetry, uploads }), async ({ fields, files }) => {
    const key = formKey(request, { fields, files });
    const earlier = isRetry && key ? await findEarlier(context, member, key, uploads) : null;
    return earlier ?? addUpload(context, member, { file: files[0]!, alt: fields.alt ?? '', key }, uploads);
  });
}

const rulesFor = (
  context: Context,
  member: Viewer,
  { body, isRetry, uploads: { kind, field = 'image' } }: { body: Body; isRetry: boolean; uploads: Uploads },
): FormRules<Body> => ({
  fields: body,
  files: { name: new RegExp(`^${field}$`), atMost: 1, tooMany: 'oneImage', bytes: limits.imageBytes, tooLarge: 'imageTooLarge' },
  required: { names: [field], reason: 'imageMissing' },
  ...(!isRetry && { refuseFiles: () => refuseImages(context, member.id, kind) }),
});

/** Stores the files durably, then the rows. */
async function addUpload(
  context: Context,
  member: Viewer,
  { file, alt, key }: { file: { path: string }; alt: string; key: SendKey | null },
  uploads: Uploads,
): Promise<ReceivedUpload> {
  await context.limits.spend(member.is_paid ? 'upload by paid member, daily' : 'upload by free member, daily', member.id);
  const image = await storeImage(context, file, { kind: uploads.kind, memberId: member.id, field: 'image' });
  const insertRows = async (tx: Statements): Promise<boolean> => {
    if (!(await lockUploader(tx, member.id))) throw unauthenticated();
    if (key !== null && (await uploads.findByKey(tx, member.id, key.value))) return false;
    await saveImage(tx, image);
    const row = { image_id: image.id, member_id: member.id, alt, upload_key: key?.value ?? null, upload_digest: key?.digest ?? null };
    await uploads.insert(tx, row);
    return true;
  };
  const isAdded = await context.db.transaction(insertRows).catch(async (error: unknown) => {
    // After other errors, such as a lost connection, the transaction may have committed, so the files stay.
    if (error instanceof Refusal) await image.discard();
    throw error;
  });
  if (isAdded) return { id: image.id, stored: image };
  await image.discard();
  const earlier = key && (await findEarlier(context, member, key, uploads));
  if (!earlier) throw new Refusal('conflict', 'imageSentTwice');
  return earlier;
}

async function findEarlier({ db }: Context, member: Viewer, key: SendKey, uploads: Uploads): Promise<ReceivedUpload | null> {
  const upload = await uploads.findByKey(db, member.id, key.value);
  if (upload) requireSameRequest(key, upload.upload_digest);
  return upload ? { id: upload.image_id, stored: null } : null;
}
