import type { Announcement } from '@mbari/contract/community/announcements';
import type { Statements } from '../platform/db/database.ts';

export interface AnnouncementRow {
  id: string;
  text: string;
  begins_at: Date;
  ends_at: Date | null;
  is_dismissable: boolean;
  state: Announcement['state'];
  version: number;
}

const columns = `a.id, a.text, a.begins_at, a.ends_at, a.is_dismissable, a.revision as version,
  case when a.ends_at <= now() then 'over' when a.begins_at > now() then 'coming' else 'current' end as state`;

export const listAnnouncementRows = (db: Statements, before: string, limit: 21 | 51): Promise<AnnouncementRow[]> =>
  db.rows(`select ${columns} from announcements a where a.id < $1 order by a.id desc limit ${limit}`, [before]);

export const findAnnouncement = (db: Statements, id: string): Promise<AnnouncementRow | undefined> =>
  db.row(`select ${columns} from announcements a where a.id = $1`, [id]);

interface NewAnnouncement {
  id: string;
  authorId: string;
  text: string;
  beginsAt: Date;
  endsAt: Date | null;
  isDismissable: boolean;
}

export const insertAnnouncement = (tx: Statements, announcement: NewAnnouncement): Promise<number> =>
  tx.run('insert into announcements (id, author_id, text, begins_at, ends_at, is_dismissable) values ($1, $2, $3, $4, $5, $6)', [
    announcement.id,
    announcement.authorId,
    announcement.text,
    announcement.beginsAt,
    announcement.endsAt,
    announcement.isDismissable,
  ]);

/** Returns undefined if the announcement is missing or was edited since that version. */
export const lockAnnouncement = (tx: Statements, id: string, version?: number): Promise<AnnouncementRow | undefined> =>
  tx.row(`select ${columns} from announcements a where a.id = $1 and ($2::int is null or a.revision = $2) for update`, [
    id,
    version ?? null,
  ]);

export const updateAnnouncementRow = (
  tx: Statements,
  id: string,
  announcement: Omit<NewAnnouncement, 'id' | 'authorId'>,
): Promise<number> =>
  tx.run('update announcements set text = $2, begins_at = $3, ends_at = $4, is_dismissable = $5, revision = revision + 1 where id = $1', [
    id,
    announcement.text,
    announcement.beginsAt,
    announcement.endsAt,
    announcement.isDismissable,
  ]);

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
