import type * as calls from '@mbari/contract/community/announcements';
import type { Announcement } from '@mbari/contract/community/announcements';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { addJob, type Task } from '../platform/jobs/add-job.ts';
import { recordModeration } from '../platform/moderation/record-moderation.ts';
import { changedMeanwhile, invalid, notFound } from '../platform/refusal.ts';
import {
  insertAnnouncement,
  findAnnouncement,
  lockAnnouncement,
  deleteAnnouncementRow,
  updateAnnouncementRow,
  type AnnouncementRow,
} from './queries.ts';

type AnnouncementBody = z.output<typeof calls.createAnnouncement.shape.body>;
type AnnouncementChange = z.output<typeof calls.updateAnnouncement.shape.body>;

export async function createAnnouncement(context: Context, viewer: Viewer, body: AnnouncementBody): Promise<Announcement> {
  await context.limits.spend('settings by member', viewer.id);
  const id = newId();
  const times = { begins_at: new Date(body.begins_at ?? context.now()), ends_at: body.ends_at ? new Date(body.ends_at) : null };
  requireEnd(context, times);
  await context.db.transaction(async (tx) => {
    await insertAnnouncement(tx, { id, author_id: viewer.id, text: body.text, ...times, is_dismissable: body.is_dismissable ?? true });
    await recordModeration(tx, viewer, 'create_announcement', { note: body.text.slice(0, 100) });
    await hintAnnouncements(context, tx, times);
  });
  return readAnnouncement(context, id);
}

/** Throws `conflict` if the announcement was edited since `version`. */
export async function updateAnnouncement(context: Context, viewer: Viewer, id: string, change: AnnouncementChange): Promise<Announcement> {
  await context.limits.spend('settings by member', viewer.id);
  if (!isId(id)) throw notFound();
  const isSaved = await context.db.transaction(async (tx) => {
    const current = await lockAnnouncement(tx, id, change.version);
    if (!current) return false;
    const times = {
      begins_at: change.begins_at === undefined ? current.begins_at : new Date(change.begins_at),
      ends_at: change.ends_at === undefined ? current.ends_at : change.ends_at === null ? null : new Date(change.ends_at),
    };
    if (change.ends_at !== undefined || change.begins_at !== undefined) requireEnd(context, times);
    const { text = current.text, is_dismissable = current.is_dismissable } = change;
    await updateAnnouncementRow(tx, id, { text, ...times, is_dismissable });
    await recordModeration(tx, viewer, 'update_announcement', { note: text.slice(0, 100) });
    await hintAnnouncements(context, tx, times);
    return true;
  });
  const stored = await readAnnouncement(context, id);
  if (!isSaved) throw changedMeanwhile(stored);
  return stored;
}

export async function deleteAnnouncement(context: Context, viewer: Viewer, id: string): Promise<void> {
  await context.limits.spend('settings by member', viewer.id);
  if (!isId(id)) throw notFound();
  await context.db.transaction(async (tx) => {
    const announcement = await deleteAnnouncementRow(tx, id);
    if (!announcement) throw notFound();
    await recordModeration(tx, viewer, 'delete_announcement', { note: announcement.text.slice(0, 100) });
    tx.hint('announcements');
  });
}

type Times = Pick<AnnouncementRow, 'begins_at' | 'ends_at'>;

function requireEnd({ now }: Context, { begins_at, ends_at }: Times): void {
  if (ends_at !== null && (ends_at <= begins_at || ends_at <= now())) throw invalid({ ends_at: ['announcementEndPassed'] });
}

/** Sends the `announcements` event now, and schedules it for the beginning and the end. */
async function hintAnnouncements({ now }: Context, tx: Statements, { begins_at, ends_at }: Times): Promise<void> {
  tx.hint('announcements');
  for (const runAt of [begins_at, ends_at]) if (runAt !== null && runAt > now()) await addJob(tx, 'tell_announcements', null, { runAt });
}

async function readAnnouncement({ db }: Context, id: string): Promise<Announcement> {
  const row = await findAnnouncement(db, id);
  if (!row) throw notFound();
  return viewAnnouncement(row);
}

export const viewAnnouncement = ({ begins_at, ends_at, ...row }: AnnouncementRow): Announcement => ({
  ...row,
  begins_at: begins_at.toISOString(),
  ends_at: ends_at?.toISOString() ?? null,
});

/** Refreshes announcements on every open client when one begins or ends. */
export const refreshAnnouncements: Task = async (_payload, { context }) => context.db.hint('announcements');
