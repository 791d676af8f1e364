import type { Critique, listCritiques as listCall, readCritique as readCall } from '@mbari/contract/photos/critique';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { badCursor, idAfter, literalLimit, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { listNewestReplyRows } from '../comments/queries.ts';
import { viewThread } from '../comments/views.ts';
import { presentPhotos } from '../posts/present-photos.ts';
import { type CritiqueRow, findCritique, findFigures, listCritiqueThreads, listGiven, listOwn, listWaiting } from './queries.ts';

export async function readCritique(
  { db }: Context,
  viewer: Viewer,
  photoId: string,
): Promise<z.input<typeof readCall.shape.answer>['data']> {
  const critique = isId(photoId) ? await findCritique(db, viewer.id, photoId) : undefined;
  if (!critique) throw notFound('critiqueNotFound');
  const rows = await listCritiqueThreads(db, viewer.id, photoId);
  const threadIds = rows.flatMap(({ id, replies_count }) => (replies_count > 0 ? [id] : []));
  const replies = threadIds.length === 0 ? [] : await listNewestReplyRows(db, viewer.id, threadIds);
  const isOwner = critique.owner_id === viewer.id;
  const isOpen = critique.closed_at === null && critique.reaches_viewer;
  return {
    ...viewCritique(critique),
    threads: rows.map((row) => {
      const ofThread = replies.filter(({ thread_id }) => thread_id === row.id);
      return { ...viewThread(viewer, row, ofThread, critique), pin: row.pin, is_helpful: row.is_helpful };
    }),
    viewer: { may_edit: isOwner, may_critique: isOpen && !isOwner, may_reply: isOpen },
  };
}

export async function listCritiques(
  context: Context,
  viewer: Viewer,
  { list, category, ...paging }: z.output<typeof listCall.shape.query>,
): Promise<z.input<typeof listCall.shape.answer>> {
  const { db } = context;
  const { cursor, take } = sliceOf(paging);
  const page = { category: category ?? null, limit: literalLimit(take) };
  const rows =
    list === 'waiting'
      ? (await listWaiting(db, viewer.id, positionAfter(cursor), page)).map((row) => ({ row, key: `${row.stored_count}.${row.id}` }))
      : (await (list === 'mine' ? listOwn : listGiven)(db, viewer.id, idAfter(cursor), page)).map((row) => ({ row, key: row.photo_id }));
  const shown = rows.slice(0, paging.per_page);
  const photos = await presentPhotos(
    context,
    viewer,
    shown.map(({ row }) => row.photo_id),
  );
  return {
    data: shown.flatMap(({ row }) => {
      const photo = photos.find(({ id }) => id === row.photo_id);
      return photo ? [{ photo, critique: viewCritique(row) }] : [];
    }),
    meta: {
      per_page: paging.per_page,
      next_cursor: rows.length > paging.per_page ? (shown.at(-1)?.key ?? null) : null,
      ...(await findFigures(db, viewer.id)),
    },
  };
}

const viewCritique = ({ category, question, asked_at, closed_at, is_hidden, critics_count }: CritiqueRow): Critique => ({
  category,
  question,
  asked_at: asked_at.toISOString(),
  is_closed: closed_at !== null,
  is_hidden,
  critics_count,
});

/** Parses a cursor of waiting requests: the count of critics and the id of the request. */
function positionAfter(cursor: string | undefined): { count: number; id: string } {
  if (cursor === undefined) return { count: 0, id: '00000000-0000-0000-0000-000000000000' };
  const [, count, id] = /^(\d{1,6})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (count === undefined || id === undefined || !isId(id)) throw badCursor();
  return { count: Number(count), id };
}
