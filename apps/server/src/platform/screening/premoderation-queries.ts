import type { NewPollBody } from '@mbari/contract/forum/polls';
import type { PendingKind } from '@mbari/contract/moderation/pending-posts';
import type { Statements } from '../db/database.ts';
import type { SendKey } from '../send-key.ts';
import { commentVisible } from '../visibility/comments.ts';
import { topicThere } from '../visibility/forum.ts';
import { photoReaches, photoThere } from '../visibility/photos.ts';

/** Counts a member's published photos, comments and forum posts, up to ten. */
export const countContributions = async (db: Statements, memberId: string): Promise<number> =>
  (await db.row<{ count: number }>(
    `select count(*)::int as count from (
       (select from photos p where p.member_id = $1 and ${photoThere('p')} limit 10)
       union all (select from comments c where c.member_id = $1 and c.deleted_at is null limit 10)
       union all (select from forum_posts f where f.author_id = $1 and f.is_there limit 10) limit 10) own`,
    [memberId],
  ))!.count;

/** Stores the links of a new account in the given order, which avoids deadlocks. */
export const addLinks = (db: Statements, memberId: string, links: readonly string[]): Promise<number> =>
  db.run(
    `insert into new_account_links (link, member_id) select link, $1::uuid from unnest($2::text[]) as given(link)
     on conflict (link, member_id) do update set written_at = now()`,
    [memberId, links],
  );

/** Returns the largest number of new accounts that wrote one of these links within a day, up to fifty. */
export const countAccountsOf = async (db: Statements, links: readonly string[]): Promise<number> =>
  (await db.row<{ count: number }>(
    `select coalesce(max(written.count), 0)::int as count from unnest($1::text[]) as given(link), lateral (
       select count(*) as count from (
         select from new_account_links l where l.link = given.link and l.written_at > now() - interval '24 hours' limit 50) lately) written`,
    [links],
  ))!.count;

export interface Reason {
  why: 'first' | 'same_link' | 'listed';
  listed: string | null;
}

export interface NewPending extends Reason {
  kind: PendingKind;
  pendingPhotoId?: string;
  photoId?: string;
  topicId?: string;
  categoryId?: string;
  replyToComment?: string | null;
  replyToPost?: string | null;
  aboutPhotoId?: string | undefined;
  critique?: object | null;
  title?: string;
  body: string;
  imageIds?: readonly string[];
  poll?: NewPollBody | null;
  key: SendKey | null;
}

/** Locks the author, so that concurrent posts cannot exceed the limit. Returns undefined without a live member. */
export const lockWriter = (tx: Statements, memberId: string): Promise<{ id: string } | undefined> =>
  tx.row('select id from members where id = $1 and is_live for no key update', [memberId]);

export const countWaiting = async (tx: Statements, memberId: string): Promise<number> =>
  (await tx.row<{ count: number }>(
    'select count(*)::int as count from (select from pending_posts where member_id = $1 and decided_at is null limit 20) waiting',
    [memberId],
  ))!.count;

export const findPendingByKey = (tx: Statements, memberId: string, key: string): Promise<{ send_digest: Buffer | null } | undefined> =>
  tx.row('select send_digest from pending_posts where member_id = $1 and send_key = $2', [memberId, key]);

/** Returns 0 if the key was used before, or the photo, topic or category does not exist for the author. */
export const addPendingPost = (tx: Statements, id: string, memberId: string, post: NewPending): Promise<number> =>
  tx.run(
    `insert into pending_posts (id, member_id, kind, pending_photo_id, photo_id, topic_id, category_id, reply_to_comment, reply_to_post, about_photo_id, title, body,
            image_ids, poll, send_key, why, listed, send_digest, critique)
     select $1, $2, $3, $4, $5, $6, $7, $8, (select f.id from forum_posts f where f.id = $9), (select a.id from photos a where a.id = $10), $11, $12, $13, $14, $15, $16, $17, $18, $19
      where ($5::uuid is null or exists (select from photos p join members o on o.id = p.member_id where p.id = $5 and ${photoReaches('$2', 'p', 'o')}))
        and ($6::uuid is null or exists (select from forum_topics t where t.id = $6 and ${topicThere('t')}))
        and ($7::uuid is null or exists (select from forum_categories c where c.id = $7))
        and ($8::uuid is null or exists (
              select from comments c join members m on m.id = c.member_id where c.id = $8 and c.photo_id = $5 and ${commentVisible('$2', 'c', 'm')}))
     on conflict on constraint pending_posts_key do nothing`,
    [
      id,
      memberId,
      post.kind,
      post.pendingPhotoId ?? null,
      post.photoId ?? null,
      post.topicId ?? null,
      post.categoryId ?? null,
      post.replyToComment ?? null,
      post.replyToPost ?? null,
      post.aboutPhotoId ?? null,
      post.title ?? null,
      post.body,
      post.imageIds ?? [],
      post.poll ?? null,
      post.key?.value ?? null,
      post.why,
      post.listed,
      post.key?.digest ?? null,
      post.critique ?? null,
    ],
  );

export const removeOldPending = (db: Statements): Promise<number> =>
  db.run(`delete from pending_posts where id in (select id from pending_posts where decided_at < now() - interval '30 days' limit 1000)`);

export const removeOldLinks = (db: Statements): Promise<number> =>
  db.run(
    `delete from new_account_links where (link, member_id) in (
       select link, member_id from new_account_links where written_at < now() - interval '24 hours' limit 1000)`,
  );
