import { text } from '@mbari/contract/platform/fields';
import * as limits from '@mbari/contract/platform/limits';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { viewImage } from '../photos/posts/views.ts';
import type { Context } from '../platform/context.ts';
import { inBatches } from '../platform/db/batch.ts';
import { parse } from '../platform/http/parse.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { removeImages } from '../platform/images/queries.ts';
import { receiveUpload, type Uploads } from '../platform/images/receive-upload.ts';
import type { Task } from '../platform/jobs/add-job.ts';
import { notFound } from '../platform/refusal.ts';
import type { Fields } from './fields.ts';
import { idOf } from './paging.ts';
import { deleteExpiredCodes, deleteOldMedia, deleteUnusedApps, insertMedia, listMedia, setDescription } from './queries.ts';
import { viewMedia } from './view-status.ts';

const description = text({ label: 'alternative text', max: limits.alt, lines: true });
const body = z.object({ description: description.optional() }).transform((form) => ({ alt: form.description }));

const uploads: Uploads = {
  kind: 'photo',
  field: 'file',
  findByKey: async () => undefined,
  insert: (tx, { image_id, member_id, alt }) => insertMedia(tx, { image_id, member_id, description: alt }),
};

export async function uploadMedia(context: Context, member: Viewer, request: FastifyRequest): Promise<object> {
  const { id } = await receiveUpload(context, member, request, body, uploads);
  return readMedia(context, member, id);
}

/** Reads an image that the member has not posted yet. Only the member may see it. */
export async function readMedia(context: Context, member: Viewer, id: string): Promise<object> {
  const [row] = isId(id) ? await listMedia(context.db, member.id, [id]) : [];
  if (!row) throw notFound();
  return viewMedia(context, viewImage(context, row, false, true));
}

export async function describeMedia(context: Context, member: Viewer, decimal: string, fields: Fields): Promise<object> {
  const id = idOf(decimal);
  if (isId(id) && fields.has('description'))
    await setDescription(
      context.db,
      member.id,
      id,
      parse(z.object({ description }), { description: fields.one('description') }).description,
    );
  return readMedia(context, member, id);
}

/** Deletes images that were not posted within a day, apps that nobody signed in to, and expired codes. */
export const sweepClientApps: Task = (_payload, { context: { db }, signal }) =>
  inBatches(
    signal,
    () =>
      db.transaction(async (tx) => {
        const media = await deleteOldMedia(tx);
        await removeImages(
          tx,
          media.map(({ image_id }) => image_id),
        );
        return media.length;
      }),
    () => deleteUnusedApps(db),
    () => deleteExpiredCodes(db),
  );
