import type { Announcement } from '@mbari/contract/community/announcements';
import type { Statements } from '../platform/db/database.ts';
import type { NewRow, Row } from '../platform/db/table.ts';
import { announcements } from './table.ts';

const written = announcements.pick('text', 'begins_at', 'ends_at', 'is_dismissable');
const shown = announcements.pick('id', ...written.keys);
const added = announcements.pick('id', 'author_id', ...written.keys);

export interface AnnouncementRow extends Row<typeof shown> {
  state: Announcement['state'];
  version: number;
}

const columns = `${shown.of('a')}, a.revision as version,
  case when a.ends_at <= now() then 'over' when a.begins_at > now() then 'coming' else 'current' end as state`;

export const listAnnouncementRows = (db: Statements, before: string, limit: 21 | 51): Promise<AnnouncementRow[]> =>
  db.rows(`select ${columns} from announcements a where a.id < $1 order by a.id desc limit ${limit}`, [before]);

export const findAnnouncement = (db: Statements, id: string): Promise<AnnouncementRow | undefined> =>
  db.row(`select ${columns} from announcements a where a.id = $1`, [id]);

export const insertAnnouncement = (tx: Statements, announcement: NewRow<typeof added>): Promise<number> =>
  tx.run(`insert into announcements (${added.names}) select ${added.names} from ${added.from('$1')}`, [added.record(announcement)]);

/** Returns undefined if the announcement is missing or was edited since that version. */
export const lockAnnouncement = (tx: Statements, id: string, version?: number): Promise<AnnouncementRow | undefined> =>
  tx.row(`select ${columns} from announcements a where a.id = $1 and ($2::int is null or a.revision = $2) for update`, [
    id,
    version ?? null,
  ]);

export const updateAnnouncementRow = (tx: Statements, id: string, change: Row<typeof written>): Promise<number> =>
  tx.run(`update announcements a set ${written.set('a', '$2')}, revision = revision + 1 where a.id = $1`, [id, written.record(change)]);

export const deleteAnnouncementRow = (tx: Statements, id: string): Promise<{ text: string } | undefined> =>
  tx.row('delete from announcements where id = $1 returning text', [id]);

/** Returns 0 if the member cannot dismiss this announcement. Idempotent. */
export const insertDismissal = (db: Statements, memberId: string, id: string): Promise<number> =>
  db.run(
    `with dismissable as (
            select id from announcements where id = $2 and is_dismissable and begins_at <= now() and (ends_at is null or ends_at > now())),
          added as (insert into announcement_dismissals (member_id, announcement_id) select $1, id from dismissable on conflict do nothing)
     select from dismissable`,
    [memberId, id],
  );
