import type { Statements } from '../../platform/db/database.ts';
import type { ReadStates } from '../../platform/db/page-cache.ts';
import type { Change, Row } from '../../platform/db/table.ts';
import { authorColumns } from '../../platform/member-views.ts';
import { forumPostListed, hiddenAuthors, hiddenFromAll, topicListed, topicThere, unreadTopics } from '../../platform/visibility/forum.ts';
import { hiddenFrom, hidesAnybody } from '../../platform/visibility/members.ts';
import { forumCategories, forumTopics } from '../table.ts';
import type { LatestPost } from '../topics/queries.ts';

const shownOfCategory = forumCategories.pick('id', 'name', 'slug', 'description', 'color', 'position', 'created_at');
const shownOfTopic = forumTopics.pick('id', 'title', 'slug');

export interface CategoryRow extends Row<typeof shownOfCategory> {
  former_slugs: string[];
  version: number;
  topics_count: number;
  posts_count: number;
  latest_topic: LatestTopic | null;
  unread_topics_count: number;
  is_following: boolean;
  is_muted: boolean;
}

export interface LatestTopic extends Row<typeof shownOfTopic> {
  latest_post: LatestPost;
}

const latestPostColumn = `(select to_jsonb(latest) from (
  select lp.id, lp.number, lp.created_at, ${authorColumns('lm')} from forum_posts lp join members lm on lm.id = lp.author_id
   where lp.topic_id = t.id and ${forumPostListed('$1', 'lp')} order by lp.id desc limit 1) latest)`;

/** Counts leave out posts and topics of members hidden from the viewer. */
export const listCategoryRows = (db: Statements, viewerId: string): Promise<CategoryRow[]> =>
  db.rows(
    `with totals as (
            select n.category_id, sum(n.topics_count) as topics, sum(n.posts_count) as posts from forum_category_counts n group by 1),
          hidden as materialized (select h.id from ${hiddenAuthors('$1')} h(id)),
          hidden_posts as (
            select n.category_id, sum(n.posts_count) as posts from forum_author_counts n
             where n.author_id = any (array${hiddenAuthors('$1')}) group by 1),
          hidden_topics as (
            select t.category_id, count(*) as topics, sum(others.posts) as posts from forum_topics t
             cross join lateral (
               select count(*) as posts from forum_posts p
                where p.topic_id = t.id and p.is_there and p.author_id not in (select id from hidden)) others
             where t.author_id = any (array${hiddenFrom('$1')}) and ${topicThere('t')} group by 1),
          unread as (
            select topic.category_id, count(*) as topics from (${unreadTopics('$1')}) topic group by 1)
     select ${shownOfCategory.of('c')}, c.revision as version,
            array(select f.slug from former_forum_category_slugs f where f.category_id = c.id order by f.slug) as former_slugs,
            (coalesce(totals.topics, 0) - coalesce(ht.topics, 0))::int as topics_count,
            (coalesce(totals.posts, 0) - coalesce(ht.posts, 0) - coalesce(hp.posts, 0))::int as posts_count,
            coalesce(unread.topics, 0)::int as unread_topics_count,
            coalesce(own.is_following, false) as is_following, coalesce(own.is_muted, false) as is_muted,
            (select case when newest.latest_post is not null then to_jsonb(newest) end from (
               select ${shownOfTopic.of('t')}, ${latestPostColumn} as latest_post from forum_topics t
                where t.category_id = c.id and ${topicListed('$1', 't')} order by t.latest_post_id desc limit 1) newest) as latest_topic
       from forum_categories c
       left join totals on totals.category_id = c.id
       left join hidden_topics ht on ht.category_id = c.id
       left join hidden_posts hp on hp.category_id = c.id
       left join unread on unread.category_id = c.id
       left join forum_category_tracks own on own.category_id = c.id and own.member_id = $1
      order by c.position, c.id`,
    [viewerId],
  );

export interface CategoriesState {
  /** Some member is hidden from the viewer, who therefore gets a separate page. */
  hides: boolean;
  following: string[];
  muted: string[];
  unread: { id: string; topics: number }[];
}

/** Skips viewers whose state is cached for the current snapshot. */
export const readCategoryStates: ReadStates<CategoriesState> = async (db, { snapshot, viewerIds, areKnown }) =>
  (await db.row<{ snapshot: string; states: (CategoriesState & { n: number })[] | null }>(
    `select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', v.n, 'hides', ${hidesAnybody('v.id')},
                      'following', array(select own.category_id from forum_category_tracks own where own.member_id = v.id and own.is_following),
                      'muted', array(select own.category_id from forum_category_tracks own where own.member_id = v.id and own.is_muted),
                      'unread', coalesce((
                        select json_agg(json_build_object('id', counted.category_id, 'topics', counted.topics)) from (
                          select topic.category_id, count(*)::int as topics from (${unreadTopics('v.id', hiddenFromAll)}) topic group by 1) counted), '[]')))
               from unnest($2::uuid[], $3::boolean[]) with ordinality as v(id, is_known, n)
              where pg_current_snapshot()::text <> $1 or not v.is_known) as states`,
    [snapshot, viewerIds, areKnown],
  ))!;

const editable = forumCategories.pick('name', 'slug', 'description', 'color');
const newCategory = forumCategories.pick('id', ...editable.keys);

export const insertCategory = (db: Statements, category: Row<typeof newCategory>): Promise<number> =>
  db.run(
    `insert into forum_categories (${newCategory.names}, position)
     select ${newCategory.of('n')}, 1 + (select coalesce(max(position), 0) from forum_categories) from ${newCategory.from('$1')} n`,
    [newCategory.record(category)],
  );

/** Keeps the old slug. Returns 0 if the category is missing or was edited since `version`. */
export const updateCategory = (tx: Statements, id: string, change: Change<typeof editable>, version?: number): Promise<number> =>
  tx.run(
    `with before as materialized (
            select id, slug from forum_categories where id = $1 and ($3::int is null or revision = $3) for no key update),
          former as (
            insert into former_forum_category_slugs (slug, category_id) select slug, id from before where slug <> $2::jsonb->>'slug'
            on conflict (slug) do update set category_id = excluded.category_id)
     update forum_categories c set ${editable.set('c', '$2')}, revision = c.revision + ($2 <> '{}')::int
       from before where c.id = before.id`,
    [id, editable.record(change), version ?? null],
  );

/** Renumbers all categories from 1 without gaps. */
export const updateCategoryPosition = (tx: Statements, id: string, position: number): Promise<number> =>
  tx.run(
    `with ranked as (select id, row_number() over (order by position, id) as rank from forum_categories),
          placed as (
            select id, row_number() over (order by case when id = $1 then $2::int + case when $2::int > rank then 0.5 else -0.5 end else rank end, id) as n
              from ranked)
     update forum_categories c set position = placed.n from placed
      where c.id = placed.id and c.position <> placed.n`,
    [id, position],
  );

/** Blocks adding topics until the transaction ends. */
export const lockCategoryForUpdate = (tx: Statements, id: string): Promise<{ name: string } | undefined> =>
  tx.row('select name from forum_categories where id = $1 for update', [id]);

/** Redirects the slugs to `movedTo`. */
export async function deleteCategory(tx: Statements, id: string, movedTo: string | null): Promise<void> {
  await tx.run(
    `insert into former_forum_category_slugs (slug, category_id)
     select slug, $2::uuid from (
       select slug from forum_categories where id = $1 union select slug from former_forum_category_slugs where category_id = $1) slugs
      where $2::uuid is not null
     on conflict (slug) do update set category_id = excluded.category_id`,
    [id, movedTo],
  );
  await tx.run('delete from forum_categories where id = $1', [id]);
}

export const hasCategory = async (db: Statements, id: string): Promise<boolean> =>
  (await db.row('select from forum_categories where id = $1', [id])) !== undefined;

/** Blocks writers until the transaction ends, so that the next statement reads all committed counts. */
export const lockCategoryCounts = (tx: Statements): Promise<unknown> =>
  tx.run('lock table forum_category_counts in share row exclusive mode');

export const lockAuthorCounts = (tx: Statements): Promise<unknown> => tx.run('lock table forum_author_counts in share row exclusive mode');

export const recountCategories = (tx: Statements): Promise<number> =>
  tx.run(
    `with counted as (
            select t.category_id, forum_category_part(t.id) as part, count(*)::int as topics, sum(t.posts_count)::int as posts
              from forum_topics t where ${topicThere('t')} group by 1, 2),
          deleted as (
            delete from forum_category_counts n where not exists (select from counted c where c.category_id = n.category_id and c.part = n.part)
               and (n.topics_count, n.posts_count) <> (0, 0))
     insert into forum_category_counts as stored (category_id, part, topics_count, posts_count)
     select category_id, part, topics, posts from counted
     on conflict (category_id, part) do update set topics_count = excluded.topics_count, posts_count = excluded.posts_count
      where (stored.topics_count, stored.posts_count) <> (excluded.topics_count, excluded.posts_count)`,
  );

export const recountAuthors = (tx: Statements): Promise<number> =>
  tx.run(
    `with counted as (
            select p.author_id, t.category_id, count(*)::int as posts
              from forum_posts p join forum_topics t on t.id = p.topic_id and ${topicThere('t')} where p.is_there and p.author_id is not null group by 1, 2),
          deleted as (
            delete from forum_author_counts n
             where not exists (select from counted c where c.author_id = n.author_id and c.category_id = n.category_id) and n.posts_count <> 0)
     insert into forum_author_counts as stored (author_id, category_id, posts_count)
     select author_id, category_id, posts from counted
     on conflict (author_id, category_id) do update set posts_count = excluded.posts_count where stored.posts_count <> excluded.posts_count`,
  );
