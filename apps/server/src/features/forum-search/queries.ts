import type { Statements } from '../../db/database.ts';
import { forumPostListed, forumPostsCounted, forumPostVisible, topicListed, topicThere } from '../../visibility/forum.ts';
import { type AuthorRow, authorColumns } from '../members/views.ts';

export interface Sought {
  words: string;
  categoryId: string | null;
  authorId: string | null;
  since: Date | null;
  until: Date | null;
}

export interface FoundId {
  id: string;
  rank: number;
}

/** `$2` the words, `$3` to `$6` the filters. The post `p` stands in the topic `t`. */
const wanted = `($3::uuid is null or t.category_id = $3) and ($4::uuid is null or p.author_id = $4)
  and ($5::timestamptz is null or p.created_at >= $5) and ($6::timestamptz is null or p.created_at < $6)
  and ${topicListed('$1', 't')} and ${forumPostListed('$1', 'p')}`;
const values = (viewerId: string, { words, categoryId, authorId, since, until }: Sought): unknown[] => [
  viewerId,
  words,
  categoryId,
  authorId,
  since,
  until,
];

/** Among the newest five thousand posts: what it costs does not grow with the forum, however common the words. */
export const findAmongNewest = (db: Statements, viewerId: string, sought: Sought): Promise<FoundId[]> =>
  db.rows(
    `with asked as materialized (select sought($2) as words),
          newest as materialized (
            select p.id, p.topic_id, ts_rank(p.search, asked.words) as rank
              from (select * from forum_posts p where p.is_there order by p.id desc limit 5000) p, asked where p.search @@ asked.words)
     select p.id, n.rank from newest n join forum_posts p on p.id = n.id join forum_topics t on t.id = p.topic_id
      where ${wanted} order by n.rank desc, p.id desc limit 100`,
    values(viewerId, sought),
  );

/** Among all posts, of two thousand that have the words: enough where they are rare. */
export const findAmongAll = (db: Statements, viewerId: string, sought: Sought): Promise<FoundId[]> =>
  db.rows(
    `with asked as materialized (select sought($2) as words),
          found as materialized (
            select p.id, ts_rank(p.search, asked.words) as rank from asked, forum_posts p
             where p.is_there and p.search @@ asked.words limit 2000)
     select p.id, f.rank from found f join forum_posts p on p.id = f.id join forum_topics t on t.id = p.topic_id
      where ${wanted} order by f.rank desc, p.id desc limit 100`,
    values(viewerId, sought),
  );

/** Openings of topics that have the words in their title: before all others, since that is what they are about. */
export const findByTitle = (db: Statements, viewerId: string, sought: Sought): Promise<FoundId[]> =>
  db.rows(
    `with asked as materialized (select sought($2) as words),
          found as materialized (
            select t.id, ts_rank(t.search, asked.words) as rank from asked, forum_topics t
             where ${topicThere('t')} and t.search @@ asked.words limit 2000)
     select p.id, 1 + f.rank as rank from found f join forum_topics t on t.id = f.id join forum_posts p on p.topic_id = t.id and p.number = 1
      where ${wanted} order by f.rank desc, p.id desc limit 50`,
    values(viewerId, sought),
  );

export interface FoundRow extends AuthorRow {
  id: string;
  number: number;
  plain: string;
  created_at: Date;
  topic_id: string;
  title: string;
  slug: string;
  category_id: string;
  category_name: string;
  category_slug: string;
  category_color: string;
}

/** What was found, in no order. */
export const listFoundRows = (db: Statements, ids: readonly string[]): Promise<FoundRow[]> =>
  db.rows(
    `select p.id, p.number, p.plain, p.created_at, t.id as topic_id, t.title, t.slug,
            c.id as category_id, c.name as category_name, c.slug as category_slug, c.color as category_color, ${authorColumns('m')}
       from unnest($1::uuid[]) as asked(id) join forum_posts p on p.id = asked.id and p.is_there
       join forum_topics t on t.id = p.topic_id join forum_categories c on c.id = t.category_id join members m on m.id = p.author_id`,
    [ids],
  );

export type SimilarRow = Pick<
  FoundRow,
  'topic_id' | 'title' | 'slug' | 'category_id' | 'category_name' | 'category_slug' | 'category_color'
> & {
  posts_count: number;
  is_solved: boolean;
};

/** Topics with any of the longer words in their title, those with most of them first. */
export const listSimilarRows = (db: Statements, viewerId: string, title: string): Promise<SimilarRow[]> =>
  db.rows(
    `with asked as materialized (
            select string_agg('''' || word || '''', ' | ')::tsquery as words
              from (select distinct word from unnest(string_to_array(fold($2), ' ')) as word where length(word) > 3) long_ones),
          found as materialized (
            select t.id, ts_rank(t.search, asked.words) as rank from asked, forum_topics t
             where ${topicThere('t')} and t.search @@ asked.words limit 500)
     select t.id as topic_id, t.title, t.slug, ${forumPostsCounted('$1', 't')} as posts_count,
            exists (select from forum_posts s where s.id = t.solved_post_id and ${forumPostVisible('$1', 's')}) as is_solved,
            c.id as category_id, c.name as category_name, c.slug as category_slug, c.color as category_color
       from found f join forum_topics t on t.id = f.id join forum_categories c on c.id = t.category_id
      where ${topicListed('$1', 't')} order by f.rank desc, t.id desc limit 5`,
    [viewerId, title],
  );

/** The filters by what they name; nothing where there is none of it. */
export const findFilters = async (
  db: Statements,
  { category, author }: { category: string | null; author: string | null },
): Promise<{ category_id: string | null; author_id: string | null }> =>
  (await db.row(
    `select (select id from forum_categories where lower(name) = lower($1) or slug = lower($1) or id::text = lower($1) limit 1) as category_id,
            (select id from members where username = lower($2)) as author_id`,
    [category, author],
  )) ?? { category_id: null, author_id: null };
