import type * as calls from '@mbari/contract/moderation/pending-posts';
import type { OwnPending, Pending } from '@mbari/contract/moderation/pending-posts';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import { badCursor, literalLimit } from '../platform/http/lists.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { highestId, isId, lowestId } from '../platform/ids.ts';
import { mediaUrl } from '../platform/images/urls.ts';
import { viewAuthor } from '../platform/member-views.ts';
import { countOpen, listOpenRows, listOwnRows, type PendingRow } from '../platform/screening/decision-queries.ts';

type Query = z.output<typeof calls.listPending.shape.query>;

export async function listOwnPending(
  context: Context,
  viewer: Viewer,
  { per_page, cursor }: Query,
): Promise<z.input<typeof calls.listOwnPending.shape.answer>> {
  const rows = await listOwnRows(context.db, viewer.id, requireCursor(cursor) ?? highestId, literalLimit(per_page + 1));
  const page = rows.slice(0, per_page);
  return {
    data: page.map((row) => ({
      ...viewPending(context, row, true),
      state: row.is_waiting ? 'waiting' : 'declined',
      reason: row.reason,
    })),
    meta: { per_page, next_cursor: rows.length > per_page ? page.at(-1)!.id : null },
  };
}

export async function listPending(
  context: Context,
  viewer: Viewer,
  { per_page, cursor }: Query,
): Promise<z.input<typeof calls.listPending.shape.answer>> {
  const after = requireCursor(cursor) ?? lowestId;
  const [rows, count] = await Promise.all([
    listOpenRows(context.db, viewer.id, after, literalLimit(per_page + 1)),
    countOpen(context.db, viewer.id),
  ]);
  const page = rows.slice(0, per_page);
  return {
    data: page.map((row) => ({ ...viewPending(context, row, false), member: viewAuthor(row), why: row.why, listed: row.listed })),
    meta: { per_page, next_cursor: rows.length > per_page ? page.at(-1)!.id : null, open_count: count },
  };
}

function requireCursor(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !isId(cursor)) throw badCursor();
  return cursor;
}

const viewPending = (
  context: Pick<Context, 'secrets' | 'now'>,
  { id, kind, title, body, poll, images, warning, target, created_at }: PendingRow,
  isOwner: boolean,
): Omit<OwnPending & Pending, 'state' | 'reason' | 'member' | 'why' | 'listed'> => ({
  id,
  kind,
  title,
  body,
  poll: poll && { question: poll.question ?? '', choices: poll.choices },
  images: images.map(({ widths, width, height, alt, ...image }) => ({
    image_path: mediaUrl(context, image, widthFor(widths), 'webp', { isPublic: false, isOwner, now: context.now() }),
    width,
    height,
    alt,
  })),
  warning,
  target,
  created_at: created_at.toISOString(),
});

const widthFor = (widths: readonly number[]): number => widths.find((width) => width >= 600) ?? Math.max(...widths);
