import type { NewPollBody } from '@mbari/contract/forum/polls';
import type { PendingKind } from '@mbari/contract/moderation/pending-posts';
import type { Statements } from '../db/database.ts';
import { type AuthorRow, authorColumns } from '../member-views.ts';
import { topicThere } from '../visibility/forum.ts';
import { isSilenced } from '../visibility/members.ts';
import { photoVisible } from '../visibility/photos.ts';
import type { Reason } from './premoderation-queries.ts';

export interface PendingRow {
  id: string;
  kind: PendingKind;
  title: string | null;
  body: string;
  poll: NewPollBody | null;
  images: { id: string; width: number; height: number; widths: number[]; alt: string }[];
  warning: string | null;
  target: { title: string; address: string } | null;
  created_at: Date;
}

const columns = `h.id, h.kind, h.title, h.body, h.poll, h.created_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height, 'widths', i.widths, 'alt', pi.alt) order by pi.position)
     from photo_images pi join images i on i.id = pi.image_id and i.deleted_at is null where pi.photo_id = h.pending_photo_id), '[]') as images,
  (select p.warning from photos p where p.id = h.pending_photo_id) as warning,
  case h.kind
    when 'comment' then (select jsonb_build_object('title', p.title, 'address', '/post/' || p.id) from photos p join members o on o.id = p.member_id
      where p.id = h.photo_id and ${photoVisible('$1', 'p', 'o')})
    when 'forum_post' then (select jsonb_build_object('title', t.title, 'address', '/forum/t/' || t.id || '/' || t.slug) from forum_topics t
      where t.id = h.topic_id and ${topicThere('t')})
    when 'topic' then (select jsonb_build_object('title', c.name, 'address', '/forum/c/' || c.slug) from forum_categories c where c.id = h.category_id)
  end as target`;

/** Returns the member's own waiting or declined posts before `$2`, newest first. `limit` is one more than a page. */
export const listOwnRows = (
  db: Statements,
  memberId: string,
  before: string,
  limit: 21 | 51,
): Promise<(PendingRow & { is_waiting: boolean; reason: string | null })[]> =>
  db.rows(
    `select ${columns}, h.decided_at is null as is_waiting, h.reason
       from pending_posts h where h.member_id = $1 and h.id < $2 and h.is_approved is not true order by h.id desc limit ${limit}`,
    [memberId, before],
  );

/** Pending posts that the viewer may decide: not the viewer's own, and by live members. */
const isOpen = (viewer: string, h: string, m: string): string => `${h}.decided_at is null and ${h}.member_id <> ${viewer} and ${m}.is_live`;

export const listOpenRows = (
  db: Statements,
  viewerId: string,
  after: string,
  limit: 21 | 51,
): Promise<(PendingRow & AuthorRow & Reason)[]> =>
  db.rows(
    `select ${columns}, h.why, h.listed, ${authorColumns('m')}
       from pending_posts h join members m on m.id = h.member_id where h.id > $2 and ${isOpen('$1', 'h', 'm')} order by h.id limit ${limit}`,
    [viewerId, after],
  );

export const countOpen = async (db: Statements, viewerId: string): Promise<number> =>
  (await db.row<{ count: number }>(
    `select count(*)::int as count from (
       select from pending_posts h join members m on m.id = h.member_id where ${isOpen('$1', 'h', 'm')} limit 100) open`,
    [viewerId],
  ))!.count;

/** A pending post with everything needed to publish it. It does not change until decided. */
export interface PendingPost {
  id: string;
  member_id: string;
  role: 'member' | 'moderator' | 'admin';
  kind: PendingKind;
  pending_photo_id: string | null;
  photo_id: string | null;
  topic_id: string | null;
  category_id: string | null;
  reply_to_comment: string | null;
  reply_to_post: string | null;
  about_photo_id: string | null;
  critique: { image_id?: string; x?: number; y?: number } | null;
  title: string | null;
  body: string;
  poll: NewPollBody | null;
  send_key: string | null;
  send_digest: Buffer | null;
}

export const findPendingPost = (db: Statements, viewerId: string, id: string): Promise<PendingPost | undefined> =>
  db.row(
    `select h.id, h.member_id, m.role, h.kind, h.pending_photo_id, h.photo_id, h.topic_id, h.category_id, h.reply_to_comment, h.reply_to_post, h.about_photo_id, h.critique,
            h.title, h.body, h.poll, h.send_key, h.send_digest
       from pending_posts h join members m on m.id = h.member_id where h.id = $2 and h.member_id <> $1`,
    [viewerId, id],
  );

/** Locks the author until the decision is committed. */
export const lockAuthor = (tx: Statements, memberId: string): Promise<{ is_live: boolean; is_silenced: boolean } | undefined> =>
  tx.row(`select m.is_live, ${isSilenced('m')} as is_silenced from members m where m.id = $1 for no key update`, [memberId]);

/** Returns 0 if the post is already decided or withdrawn. */
export const setDecided = (
  tx: Statements,
  id: string,
  { deciderId, isApproved, reason }: { deciderId: string; isApproved: boolean; reason: string | null },
): Promise<number> =>
  tx.run(
    'update pending_posts set decided_at = now(), decider_id = $2, is_approved = $3, reason = $4 where id = $1 and decided_at is null',
    [id, deciderId, isApproved, reason],
  );

export const isDecided = async (tx: Statements, id: string): Promise<boolean> =>
  (await tx.row('select from pending_posts where id = $1 and decided_at is not null', [id])) !== undefined;

export const removeOwn = (tx: Statements, memberId: string, id: string): Promise<{ pending_photo_id: string | null } | undefined> =>
  tx.row('delete from pending_posts where id = $2 and member_id = $1 and is_approved is not true returning pending_photo_id', [
    memberId,
    id,
  ]);

/** Removes the member's own post that still waits. Returns 0 if it was decided. */
export const removeOwnPhoto = (tx: Statements, memberId: string, photoId: string): Promise<number> =>
  tx.run('delete from pending_posts where member_id = $1 and pending_photo_id = $2 and decided_at is null', [memberId, photoId]);

export const isOwnPosted = async (tx: Statements, memberId: string, id: string): Promise<boolean> =>
  (await tx.row('select from pending_posts where id = $2 and member_id = $1', [memberId, id])) !== undefined;
