import type { Statements } from '../../platform/db/database.ts';
import { authorColumns, type AuthorRow } from '../../platform/member-views.ts';
import { exhibitionPublic } from '../../platform/visibility/exhibitions.ts';
import { topicThere } from '../../platform/visibility/forum.ts';
import { memberShownToVisitors } from '../../platform/visibility/members.ts';
import { personPublic, photoPublic, postsForAll } from '../../platform/visibility/photos.ts';
import { seriesPublic } from '../../platform/visibility/series.ts';

export interface Page {
  /** Only posts with a smaller id. */
  before: string;
  /** One more than a page shows. */
  limit: 7 | 25;
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

export const listNewestIds = async (db: Statements, { before, limit }: Page): Promise<string[]> =>
  idsOf(
    await db.rows(
      `select p.id from photos p join members m on m.id = p.member_id
        where p.id < $1 and ${photoPublic('p', 'm')} order by p.id desc limit ${limit}`,
      [before],
    ),
  );

export const listIdsOfMember = async (db: Statements, memberId: string, { before, limit }: Page): Promise<string[]> =>
  idsOf(
    await db.rows(
      `select p.id from photos p join members m on m.id = p.member_id
        where p.member_id = $1 and p.id < $2 and ${photoPublic('p', 'm')} order by p.id desc limit ${limit}`,
      [memberId, before],
    ),
  );

interface LabelledId {
  id: string;
  /** The tag or place as the post writes it. */
  name: string;
  /** The same for all spellings. */
  key: string;
}

/** Lists a page of public posts with the tag. */
export const listIdsWithTag = (db: Statements, tag: string, { before, limit }: Page): Promise<LabelledId[]> =>
  db.rows(
    `select p.id, pt.name, pt.tag as key from photo_tags pt join photos p on p.id = pt.photo_id join members m on m.id = p.member_id
      where pt.tag = tag_key($1) and pt.photo_id < $2 and ${photoPublic('p', 'm')} order by pt.photo_id desc limit ${limit}`,
    [tag, before],
  );

/** Lists a page of public posts at the place. */
export const listIdsAtPlace = (db: Statements, place: string, { before, limit }: Page): Promise<LabelledId[]> =>
  db.rows(
    `select p.id, p.location_name as name, p.place_key as key from photos p join members m on m.id = p.member_id
      where p.place_key >= tag_key($1) and p.place_key <= tag_key($1) and p.id < $2
        and ${photoPublic('p', 'm')} order by p.place_key, p.id desc limit ${limit}`,
    [place, before],
  );

/** Lists the members named in the post whom visitors may see. The caller must have checked the post. */
export const listPublicPeople = (db: Statements, photoId: string): Promise<AuthorRow[]> =>
  db.rows(
    `select ${authorColumns('m')}
       from people_shown ps join members m on m.id = ps.member_id join photos p on p.id = ps.photo_id join members o on o.id = p.member_id
      where ps.photo_id = $1 and ${personPublic('ps', 'm', 'p', 'o')} order by ps.created_at, m.id limit 20`,
    [photoId],
  );

export interface PublicComment extends AuthorRow {
  content: string;
  created_at: Date;
}

/** Lists the newest fifty comments by members whom visitors may see, oldest first. The caller must have checked the post. */
export const listPublicComments = (db: Statements, photoId: string): Promise<PublicComment[]> =>
  db.rows(
    `select * from (
       select c.id, c.content, c.created_at, ${authorColumns('m')} from comments c join members m on m.id = c.member_id
        where c.photo_id = $1 and c.deleted_at is null and not c.is_critique and ${memberShownToVisitors('m')} order by c.id desc limit 50) newest
      order by id`,
    [photoId],
  );

export interface PublicTopic {
  id: string;
  slug: string;
  title: string;
  category_name: string;
  replies_count: number;
  changed_at: Date;
  /** Image of the topic's photo, if visitors may see it. */
  photo_id: string | null;
}

/** Lists the three topics with the newest posts, by authors whom visitors may see. */
export const listPublicTopics = (db: Statements): Promise<PublicTopic[]> =>
  db.rows(
    `select t.id, t.slug, t.title, c.name as category_name, t.posts_count - 1 as replies_count, l.created_at as changed_at,
            (select p.id from photos p join members o on o.id = p.member_id where p.id = t.photo_id and ${photoPublic('p', 'o')}) as photo_id
       from forum_topics t join forum_categories c on c.id = t.category_id join members m on m.id = t.author_id
       join forum_posts l on l.id = t.latest_post_id
      where ${topicThere('t')} and ${memberShownToVisitors('m')} order by t.latest_post_id desc limit 3`,
  );

export interface Totals {
  members: number;
  photos: number;
  topics: number;
}

/** Counts what members see, not only what visitors see. */
export const countTotals = async (db: Statements): Promise<Totals> =>
  (await db.row<Totals & { [column: string]: unknown }>(
    `select (select count(*)::int from members m where m.is_live and m.email_verified_at is not null) as members,
            (select coalesce(sum(m.follower_photos_count), 0)::int from members m where m.is_live and m.follower_photos_count > 0) as photos,
            (select coalesce(sum(topics_count), 0)::int from forum_category_counts) as topics`,
  ))!;

export interface ListedPost {
  id: string;
  updated_at: Date;
}

/** Lists the public posts with ids from `first` to before `end`, newest first, for the sitemap. */
export const listPublicPosts = (db: Statements, first: string, end: string): Promise<ListedPost[]> =>
  db.rows(
    `select p.id, p.updated_at from photos p join members m on m.id = p.member_id
      where p.id >= $1 and p.id < $2 and ${photoPublic('p', 'm')} order by p.id desc limit 50000`,
    [first, end],
  );

/** Lists the public series with ids from `first` to before `end`, newest first, for the sitemap. */
export const listPublicSeriesIds = async (db: Statements, first: string, end: string): Promise<string[]> =>
  idsOf(
    await db.rows(
      `select s.id from series s join members m on m.id = s.member_id
        where s.id >= $1 and s.id < $2 and ${seriesPublic('s', 'm')} order by s.id desc limit 50000`,
      [first, end],
    ),
  );

/** Lists the public exhibitions with ids from `first` to before `end`, newest first, for the sitemap. */
export const listPublicExhibitionIds = async (db: Statements, first: string, end: string): Promise<string[]> =>
  idsOf(
    await db.rows(
      `select e.id from exhibitions e where e.id >= $1 and e.id < $2 and ${exhibitionPublic('e')} order by e.id desc limit 50000`,
      [first, end],
    ),
  );

/** Lists usernames with public posts, for the sitemap. */
export const listPublicUsernames = async (db: Statements): Promise<string[]> =>
  (
    await db.rows<{ username: string }>(
      `select m.username from members m where ${postsForAll('m')} and m.show_to_visitors and m.email_verified_at is not null
        order by m.id desc limit 50000`,
    )
  ).map(({ username }) => username);

export const findOldestPhotoId = async (db: Statements): Promise<string | null> =>
  (await db.row<{ id: string }>('select id from photos order by id limit 1'))?.id ?? null;
