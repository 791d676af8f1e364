import type { NotificationKind } from '@mbari/contract/notifications/kinds';
import { selectNotifications } from '../notifications/list-notifications.ts';
import { readComments } from '../photos/comments/list-comments.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { firstIdAt } from '../platform/ids.ts';
import { viewAuthor } from '../platform/member-views.ts';
import { notFound } from '../platform/refusal.ts';
import type { Fields } from './fields.ts';
import { decimalOf, idOf, pageOfIds } from './paging.ts';
import { presentStatuses } from './statuses.ts';
import { viewAccount } from './view-account.ts';
import { viewCommentStatus } from './view-status.ts';

/** Kinds that apps know. Notifications about the forum, series, exhibitions, challenges and decisions appear only on our own pages. */
const types: { [Kind in NotificationKind]?: 'favourite' | 'mention' | 'follow' } = {
  like: 'favourite',
  comment: 'mention',
  critique: 'mention',
  reply: 'mention',
  mention: 'mention',
  follow: 'follow',
};

type Rows = Awaited<ReturnType<typeof selectNotifications>>;

const typeOf = (type: string): string | undefined => types[type as NotificationKind];

/** Lists notifications that apps can show, and the ids of the page for its Link header. */
export async function listNotifications(
  context: Context,
  viewer: Viewer,
  query: Fields,
): Promise<{ notifications: object[]; ids: readonly string[] }> {
  const only = query.all('types');
  const without = new Set(query.all('exclude_types'));
  const rows = new Map<string, Rows[number]>();
  const ids = await pageOfIds(query, async (paging) => {
    const page = await selectNotifications(context, viewer, paging);
    for (const row of page) rows.set(row.id, row);
    return page.map(({ id }) => id);
  });
  const shown = ids.flatMap((id) => {
    const row = rows.get(id)!;
    const type = typeOf(row.type);
    return type !== undefined && (only.length === 0 || only.includes(type)) && !without.has(type) ? row : [];
  });
  return { notifications: await present(context, viewer, shown), ids };
}

export async function readNotification(context: Context, viewer: Viewer, decimal: string): Promise<object> {
  const id = idOf(decimal);
  const rows = await selectNotifications(context, viewer, { per_page: 1, cursor: idAbove(decimal) });
  const [notification] = await present(
    context,
    viewer,
    rows.filter((row) => row.id === id && typeOf(row.type) !== undefined),
  );
  if (!notification) throw notFound('notificationNotFound');
  return notification;
}

/** Returns the next id, from which a page starts with this one. */
const idAbove = (decimal: string): string => (/^\d{1,38}$/.test(decimal) ? idOf(String(BigInt(decimal) + 1n)) : firstIdAt(new Date(0)));

async function present(context: Context, viewer: Viewer, rows: Rows): Promise<object[]> {
  const [comments, photos] = await Promise.all([
    readComments(
      context,
      viewer,
      rows.flatMap(({ comment_id: id }) => id ?? []),
    ),
    presentStatuses(context, viewer, [
      ...new Set(rows.flatMap(({ comment_id, photo_id }) => (comment_id === null && photo_id !== null ? photo_id : []))),
    ]),
  ]);
  const statuses = new Map<string, object>([
    ...comments.map(({ photoId, comment }): [string, object] => [decimalOf(comment.id), viewCommentStatus(context, photoId, comment)]),
    ...photos.map((status): [string, object] => [(status as { id: string }).id, status]),
  ]);
  return rows.flatMap((row) => {
    const about = row.comment_id ?? row.photo_id;
    const status = about === null ? undefined : statuses.get(decimalOf(about));
    // A forum post, or a subject deleted meanwhile.
    if (row.author_id === null || (row.type !== 'follow' && status === undefined)) return [];
    return {
      id: decimalOf(row.id),
      type: typeOf(row.type),
      created_at: row.created_at.toISOString(),
      group_key: `ungrouped-${decimalOf(row.id)}`,
      account: viewAccount(context, viewAuthor(row)),
      ...(status && { status }),
    };
  });
}
