import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { isSilenced } from '../../platform/visibility/members.ts';
import { photoScheduled } from '../../platform/visibility/photos.ts';
import { photos } from '../table.ts';

/** Counts a member's scheduled posts. Exact if the member is locked. */
export const countScheduled = async (tx: Statements, memberId: string): Promise<number> =>
  (await tx.row<{ count: number }>(
    `select count(*)::int as count from (select from photos p where p.member_id = $1 and ${photoScheduled('p')} limit 100) scheduled`,
    [memberId],
  ))!.count;

export const listScheduledIds = async (db: Statements, memberId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select p.id from photos p where p.member_id = $1 and ${photoScheduled('p')} order by p.publish_at, p.id limit 100`,
      [memberId],
    )
  ).map(({ id }) => id);

const written = photos.pick('id', 'title', 'description', 'location_name', 'warning');

/** Texts of a scheduled post, which are screened again before it is published. */
export type ScheduledPost = Row<typeof written> & { is_entered: boolean; role: 'member' | 'moderator' | 'admin'; alt: string[] };

/** A challenge keeps the post `p` secret until the end of its voting. */
const isEntered = `exists (select from challenge_entries ce join challenges ch on ch.id = ce.challenge_id
  where ce.photo_id = p.id and ch.voting_end_at > now())`;

const scheduledColumns = `${written.of('p')}, ${isEntered} as is_entered, m.role, array(select pi.alt from photo_images pi where pi.photo_id = p.id order by pi.position) as alt`;

export const findScheduledPost = (db: Statements, memberId: string, photoId: string): Promise<ScheduledPost | undefined> =>
  db.row(
    `select ${scheduledColumns} from photos p join members m on m.id = p.member_id
      where p.id = $2 and p.member_id = $1 and ${photoScheduled('p')}`,
    [memberId, photoId],
  );

const isLate = `p.publish_at < now() - interval '1 day'`;

/** Lists 50 posts whose time has come, the earliest first. Posts of silenced members wait until they are late, those of suspended ones longer. */
export const listDuePosts = (db: Statements): Promise<(ScheduledPost & { is_late: boolean })[]> =>
  db.rows(
    `select ${scheduledColumns}, ${isLate} as is_late from photos p join members m on m.id = p.member_id
      where p.publish_at <= now() and p.publish_failed_at is null and ${photoScheduled('p')} and m.is_live
        and (${isLate} or not ${isSilenced('m')})
      order by p.publish_at limit 50`,
  );

/** Without a time, the post becomes due. Locks the owner first. Returns 0 if the post is no longer scheduled, or a challenge keeps it secret. */
export const setPublishTime = (tx: Statements, memberId: string, photoId: string, publishAt: Date | null): Promise<number> =>
  tx.run(
    `with owner as (select id from members where id = $1 and is_live for no key update)
     update photos p set publish_at = coalesce($3, now()), publish_failed_at = null from owner
      where p.id = $2 and p.member_id = owner.id and ${photoScheduled('p')} and not ${isEntered}`,
    [memberId, photoId, publishAt],
  );

/** Publishes due posts, each once and under its new id. Locks the owners first, then raises their counts. Returns the published posts. */
export const setPublished = (
  tx: Statements,
  ids: readonly string[],
  newIds: readonly string[],
): Promise<{ id: string; scheduled_id: string }[]> =>
  tx.rows(
    `with given as materialized (select * from unnest($1::uuid[], $2::uuid[]) as g(id, new_id)),
          owners as materialized (
            select m.id from members m
             where m.id in (select p.member_id from photos p join given on given.id = p.id) and m.is_live and not ${isSilenced('m')}
             order by m.id for no key update),
          published as (
            update photos p set id = given.new_id, scheduled_id = given.id, publish_at = null, publish_failed_at = null, created_at = now(), updated_at = now()
              from given, owners
             where p.id = given.id and p.member_id = owners.id and ${photoScheduled('p')} and p.publish_at <= now()
            returning p.id, p.scheduled_id, p.member_id),
          counted as (
            update members m set photos_count = m.photos_count + n.posts
              from (select member_id, count(*)::int as posts from published group by 1) n where m.id = n.member_id)
     select id, scheduled_id from published`,
    [ids, newIds],
  );

/** Returns the due posts that failed now. */
export const setPublishFailed = (tx: Statements, ids: readonly string[]): Promise<{ id: string }[]> =>
  tx.rows(
    `update photos p set publish_failed_at = now()
      where p.id = any($1::uuid[]) and ${photoScheduled('p')} and p.publish_at <= now() and p.publish_failed_at is null returning p.id`,
    [ids],
  );
