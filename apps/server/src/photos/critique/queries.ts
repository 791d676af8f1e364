import type { Spot } from '@mbari/contract/photos/comments';
import type { CritiqueCategory } from '@mbari/contract/photos/critique';
import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { commentListed, commentVisible, repliesCounted, threadListed } from '../../platform/visibility/comments.ts';
import { photoListed, photoReaches, photoVisible, spotInPost } from '../../platform/visibility/photos.ts';
import { conversationColumns, type PostOfComment, type ThreadRow } from '../comments/queries.ts';
import { critiques } from '../table.ts';

const shown = critiques.pick('photo_id', 'category', 'question', 'asked_at', 'closed_at', 'is_hidden');

/** Number of members with a thread of the request `q` that the viewer `$1` may list. */
const criticsCounted = `(select count(distinct c.member_id)::int from comments c join members m on m.id = c.member_id
  where c.photo_id = q.photo_id and c.is_critique and c.thread_id is null and ${commentListed('$1', 'c', 'm')})`;

export interface CritiqueRow extends Row<typeof shown> {
  critics_count: number;
}

export const findCritique = (db: Statements, viewerId: string, photoId: string): Promise<(CritiqueRow & PostOfComment) | undefined> =>
  db.row(
    `select ${shown.of('q')}, ${criticsCounted} as critics_count, o.id as owner_id, (${photoReaches('$1', 'p', 'o')}) as reaches_viewer
       from critiques q join photos p on p.id = q.photo_id join members o on o.id = p.member_id
      where q.photo_id = $2 and ${photoVisible('$1', 'p', 'o')}`,
    [viewerId, photoId],
  );

export type CritiqueThreadRow = ThreadRow & { pin: Spot | null; is_helpful: boolean };

/** Lists the threads of a critique, oldest first. The caller has checked that the viewer may see the post. */
export const listCritiqueThreads = (db: Statements, viewerId: string, photoId: string): Promise<CritiqueThreadRow[]> =>
  db.rows(
    `select ${conversationColumns}, (${repliesCounted('$1', 'c')})::int as replies_count, c.helpful_at is not null as is_helpful,
            ${spotInPost('c')} as pin
       from comments c left join members m on m.id = c.member_id and ${commentListed('$1', 'c', 'm')}
      where c.photo_id = $2 and c.is_critique and ${threadListed('$1', 'c', 'm')}
      order by c.id limit ${limits.critiqueThreads}`,
    [viewerId, photoId],
  );

interface SavedCritique {
  id: string;
  category: CritiqueCategory;
  question: string;
  isClosed: boolean;
  isHidden: boolean;
}

/** Asks for critique of the author's own post, or edits the request. Raises the version of a post that is cached without it. */
export const setCritique = (tx: Statements, authorId: string, photoId: string, saved: SavedCritique): Promise<number> =>
  tx.run(
    `with own as (select p.id from photos p where p.id = $2 and p.member_id = $1 for no key update of p),
          kept as (
            insert into critiques (photo_id, id, category, question, closed_at, is_hidden)
            select own.id, $3, $4, $5, case when $6 then now() end, $7 from own
            on conflict (photo_id) do update set category = excluded.category, question = excluded.question, is_hidden = excluded.is_hidden,
              closed_at = case when excluded.closed_at is not null then coalesce(critiques.closed_at, excluded.closed_at) end
            returning photo_id)
     update photos p set updated_at = p.updated_at from kept where p.id = kept.photo_id`,
    [authorId, photoId, saved.id, saved.category, saved.question, saved.isClosed, saved.isHidden],
  );

/** Locks the request after its critic, as the suspension of a member does. Returns nothing if the post does not reach the viewer. */
export const lockCritique = (
  tx: Statements,
  viewerId: string,
  photoId: string,
): Promise<{ owner_id: string; is_closed: boolean } | undefined> =>
  tx.row(
    `with me as (select id from members where id = $1 and is_live for share)
     select p.member_id as owner_id, q.closed_at is not null as is_closed
       from critiques q join photos p on p.id = q.photo_id join members o on o.id = p.member_id
      where q.photo_id = $2 and (select id from me) is not null and ${photoReaches('$1', 'p', 'o')} for no key update of q`,
    [viewerId, photoId],
  );

/** Counts threads of the post and those about an image; null: about the whole photo. Requires a lock of the request. */
export const countThreads = async (
  tx: Statements,
  photoId: string,
  imageId: string | null,
): Promise<{ threads: number; pins: number; is_in_post: boolean }> =>
  (await tx.row(
    `select count(*)::int as threads, count(*) filter (where c.image_id is not distinct from $2::uuid)::int as pins,
            $2::uuid is null or exists (select from photo_images pi where pi.photo_id = $1 and pi.image_id = $2) as is_in_post
       from (select image_id from comments where photo_id = $1 and is_critique and thread_id is null and (deleted_at is null or replies_count > 0)
              limit ${limits.critiqueThreads}) c`,
    [photoId, imageId],
  ))!;

/** Marks a thread of the author's open critique. Returns its critic, or nothing without a change. */
export const setHelpful = (
  tx: Statements,
  authorId: string,
  commentId: string,
  isHelpful: boolean,
): Promise<{ member_id: string; photo_id: string; is_closed: boolean } | undefined> =>
  tx.row(
    `with asked as (
            select c.id, c.photo_id, c.member_id, q.closed_at is not null as is_closed
              from comments c join members m on m.id = c.member_id join critiques q on q.photo_id = c.photo_id join photos p on p.id = c.photo_id
             where c.id = $2 and c.is_critique and c.thread_id is null and p.member_id = $1 and ${commentVisible('$1', 'c', 'm')} for update of q),
          marked as (
            update comments c set helpful_at = case when $3 then coalesce(c.helpful_at, now()) end from asked
             where c.id = asked.id and not asked.is_closed)
     select member_id, photo_id, is_closed from asked`,
    [authorId, commentId, isHelpful],
  );

interface CritiquePage {
  category: CritiqueCategory | null;
  limit: 21 | 51;
}

/** With `exists`, the planner may read all threads of the viewer. */
const gave = `(select true from comments own where own.member_id = $1 and own.photo_id = q.photo_id and own.is_critique and own.thread_id is null
   and own.deleted_at is null limit 1)`;
const ofCategory = '($2::text is null or q.category = $2)';

export type WaitingRow = CritiqueRow & { id: string; stored_count: number };

/** Lists open requests of others to which the viewer gave no critique. The order uses the stored count, which includes hidden critics. */
export const listWaiting = (
  db: Statements,
  viewerId: string,
  after: { count: number; id: string },
  { category, limit }: CritiquePage,
): Promise<WaitingRow[]> =>
  db.rows(
    `select q.id, q.critics_count as stored_count, ${shown.of('q')}, ${criticsCounted} as critics_count
       from critiques q join photos p on p.id = q.photo_id join members o on o.id = p.member_id
      where q.closed_at is null and (q.critics_count, q.id) > ($3::int, $4::uuid) and ${ofCategory}
        and p.member_id <> $1 and ${photoListed('$1', 'p', 'o')} and ${gave} is not true
      order by q.critics_count, q.id limit ${limit}`,
    [viewerId, category, after.count, after.id],
  );

export const listOwn = (db: Statements, viewerId: string, before: string, { category, limit }: CritiquePage): Promise<CritiqueRow[]> =>
  db.rows(
    `select ${shown.of('q')}, ${criticsCounted} as critics_count
       from photos p join critiques q on q.photo_id = p.id
      where p.member_id = $1 and p.id < $3 and p.is_there and ${ofCategory} order by p.id desc limit ${limit}`,
    [viewerId, category, before],
  );

export const listGiven = (db: Statements, viewerId: string, before: string, { category, limit }: CritiquePage): Promise<CritiqueRow[]> =>
  db.rows(
    `select ${shown.of('q')}, ${criticsCounted} as critics_count
       from (select distinct photo_id from comments
              where member_id = $1 and is_critique and thread_id is null and deleted_at is null and photo_id < $3 order by photo_id desc) given
       join critiques q on q.photo_id = given.photo_id join photos p on p.id = q.photo_id join members o on o.id = p.member_id
      where ${ofCategory} and ${photoListed('$1', 'p', 'o')} order by given.photo_id desc limit ${limit}`,
    [viewerId, category, before],
  );

export interface CritiqueFigures {
  median_hours: number | null;
  owes_critique: boolean;
}

/**
 * Half of the newest 500 requests had a first critique within the median. Requests without one count as the longest. Received critique is
 * counted for the viewer's newest 100 requests.
 */
export const findFigures = async (db: Statements, viewerId: string): Promise<CritiqueFigures> =>
  (await db.row<CritiqueFigures>(
    `select (select nullif(percentile_disc(0.5) within group (order by coalesce(ceil(extract(epoch from first_at - asked_at) / 3600), 1e6)), 1e6)::int
               from (select asked_at, first_at from critiques order by asked_at desc limit 500) newest) as median_hours,
            (select count(distinct (c.photo_id, c.member_id)) >= 2
               from (select p.id from photos p join critiques q on q.photo_id = p.id
                      where p.member_id = $1 and p.is_there order by p.id desc limit 100) asked
               join comments c on c.photo_id = asked.id join members m on m.id = c.member_id
              where c.is_critique and c.thread_id is null and c.created_at > now() - interval '7 days'
                and ${commentListed('$1', 'c', 'm')})
            and not exists (select from comments
              where member_id = $1 and is_critique and thread_id is null and deleted_at is null and created_at > now() - interval '7 days') as owes_critique`,
    [viewerId],
  ))!;
