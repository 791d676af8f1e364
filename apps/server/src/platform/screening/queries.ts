import type { NewPollBody } from '@mbari/contract/forum/polls';
import type { PendingKind } from '@mbari/contract/moderation/pending-posts';
import type { Filters } from '@mbari/contract/platform/filters';
import type { Statements } from '../db/database.ts';
import type { SendKey } from '../http/form.ts';
import { authorColumns, type AuthorRow } from '../member-views.ts';
import { commentVisible } from '../visibility/comments.ts';
import { topicThere } from '../visibility/forum.ts';
import { isSilenced } from '../visibility/members.ts';
import { photoReaches, photoThere, photoVisible } from '../visibility/photos.ts';

export interface FiltersRow {
  version: number;
  entries: Filters['entries'];
  new_account_days: number;
  review_first: number;
  same_link_accounts: number;
  changed_at: Date;
}

const columns = 'version, entries, new_account_days, review_first, same_link_accounts, changed_at';

export const findFilters = async (db: Statements): Promise<FiltersRow> =>
  (await db.row<FiltersRow & { [column: string]: unknown }>(`select ${columns} from filters`))!;

/** Returns the filters, without entries if the version is known. */
export const findNewerFilters = async (
  db: Statements,
  knownVersion: number,
): Promise<Omit<FiltersRow, 'entries' | 'changed_at'> & { entries: FiltersRow['entries'] | null }> =>
  (await db.row<Omit<FiltersRow, 'entries' | 'changed_at'> & { entries: FiltersRow['entries'] | null }>(
    'select version, new_account_days, review_first, same_link_accounts, case when version <> $1 then entries end as entries from filters',
    [knownVersion],
  ))!;

export const setFilters = (
  tx: Statements,
  { version, entries, new_account_days, review_first, same_link_accounts }: Omit<FiltersRow, 'changed_at'>,
): Promise<(FiltersRow & { [column: string]: unknown }) | undefined> =>
  tx.row(
    `update filters set entries = $2, new_account_days = $3, review_first = $4, same_link_accounts = $5, version = version + 1, changed_at = now()
      where version = $1 returning ${columns}`,
    [version, JSON.stringify(entries), new_account_days, review_first, same_link_accounts],
  );

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

const decisionColumns = `h.id, h.kind, h.title, h.body, h.poll, h.created_at,
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
    `select ${decisionColumns}, h.decided_at is null as is_waiting, h.reason
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
    `select ${decisionColumns}, h.why, h.listed, ${authorColumns('m')}
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
