import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../db/database.ts';
import { forumPostListed, topicListed } from '../visibility/forum.ts';
import { photoListed } from '../visibility/photos.ts';

export interface Tagged {
  id: string;
  tags: readonly string[];
}

const valuesOf = (posts: readonly Tagged[]): [string[], string[], string[]] => {
  const pairs = posts.flatMap(({ id, tags }) => tags.map((name) => ({ id, name })));
  return [posts.map(({ id }) => id), pairs.map(({ id }) => id), pairs.map(({ name }) => name)];
};

/** Tags in `$2` (post ids) and `$3` (names): the first name per post and key. */
const tagsByKey = `select distinct on (id, key) id, key, name
      from (select g.id, tag_key(g.name) as key, g.name, g.n from unnest($2::uuid[], $3::text[]) with ordinality as g(id, name, n)) w
     where key is not null order by id, key, n`;

/** Inserts new tags and locks all changing ones in the order of their keys, which avoids deadlocks. */
const locked = `locked as (
    insert into tags (key)
    select key from (select key from given union select key from before) changing order by key collate "C"
    on conflict (key) do update set uses_count = tags.uses_count returning key)`;

export const replacePhotoTags = (tx: Statements, photos: readonly Tagged[]): Promise<number> =>
  tx.run(
    `with given as materialized (${tagsByKey}),
          before as materialized (select tag as key from photo_tags where photo_id = any($1::uuid[])),
          ${locked},
          removed as (
            delete from photo_tags pt using locked
             where pt.tag = locked.key and pt.photo_id = any($1::uuid[])
               and not exists (select from given where given.id = pt.photo_id and given.key = pt.tag))
     insert into photo_tags (tag, photo_id, name) select key, given.id, given.name from given join locked using (key)
     on conflict (tag, photo_id) do update set name = excluded.name where photo_tags.name <> excluded.name`,
    valuesOf(photos),
  );

export const replaceTopicTags = (tx: Statements, topics: readonly Tagged[]): Promise<number> =>
  tx.run(
    `with given as materialized (${tagsByKey}),
          before as materialized (select tag as key from forum_topic_tags where topic_id = any($1::uuid[])),
          ${locked},
          removed as (
            delete from forum_topic_tags tt using locked
             where tt.tag = locked.key and tt.topic_id = any($1::uuid[])
               and not exists (select from given where given.id = tt.topic_id and given.key = tt.tag))
     insert into forum_topic_tags (tag, topic_id, name) select key, given.id, given.name from given join locked using (key)
     on conflict (tag, topic_id) do update set name = excluded.name where forum_topic_tags.name <> excluded.name`,
    valuesOf(topics),
  );

/** Removes the tags of topics whose openings are among these posts. */
export const removeTagsOfOpenings = (db: Statements, postIds: readonly string[]): Promise<number> =>
  db.run(
    `delete from forum_topic_tags where topic_id in (select p.topic_id from forum_posts p where p.id = any($1::uuid[]) and p.number = 1)`,
    [postIds],
  );

export const removeTopicTags = (tx: Statements, topicId: string): Promise<number> =>
  tx.run('delete from forum_topic_tags where topic_id = $1', [topicId]);

/** Uses of the tag `$2` that the viewer `$1` may list. */
const photoUses = `photo_tags pt join photos p on p.id = pt.photo_id join members m on m.id = p.member_id
    where pt.tag = $2 and ${photoListed('$1', 'p', 'm')}`;
const topicUses = `forum_topic_tags tt join forum_topics t on t.id = tt.topic_id join forum_posts o on o.topic_id = t.id and o.number = 1
    where tt.tag = $2 and ${topicListed('$1', 't')} and ${forumPostListed('$1', 'o')}`;

export interface TagRow {
  tag: string | null;
  photos_count: number;
  topics_count: number;
  is_following: boolean;
}

/** Returns a tag. Its counts stop at one more than the limit. */
export const findTag = async (db: Statements, viewerId: string, key: string): Promise<TagRow> =>
  (await db.row<TagRow>(
    `select coalesce((select pt.name from ${photoUses} order by pt.photo_id limit 1), (select tt.name from ${topicUses} order by tt.topic_id limit 1)) as tag,
            (select count(*)::int from (select from ${photoUses} limit ${limits.photoCount + 1}) uses) as photos_count,
            (select count(*)::int from (select from ${topicUses} limit ${limits.topicCount + 1}) uses) as topics_count,
            exists (select from followed_tags where member_id = $1 and tag = $2) as is_following`,
    [viewerId, key],
  ))!;

export const findTagKey = async (db: Statements, tag: string): Promise<string | null> =>
  (await db.row<{ key: string | null }>('select tag_key($1) as key', [tag]))!.key;

export interface TagUseRow {
  tag: string;
  uses_count: number;
}

/**
 * Returns tags with a prefix, ordered by the uses that the viewer may list. Considers the 24 most used tags whose
 * newest posts include a listable one.
 */
export const listTagsBeginning = (db: Statements, viewerId: string, prefix: string): Promise<TagUseRow[]> =>
  db.rows(
    `with sought as materialized (select ltrim(left(fold($2), 100)) as prefix),
          beginning as materialized (
            select t.key, t.uses_count from tags t
             where t.key >= (select prefix from sought) collate "C" and t.key < (select prefix || chr(1114111) from sought) collate "C" and t.uses_count > 0
             order by t.key limit 20000),
          likely as materialized (select key from beginning order by uses_count desc, key limit 1000),
          visible as materialized (
     select likely.key, coalesce(photos.name, topics.name) as tag, (photos.uses + topics.uses)::int as uses_count
       from likely
      cross join lateral (
        select count(*) as uses, (array_agg(pt.name order by pt.photo_id))[1] as name
          from (select newest.photo_id, newest.name from photo_tags newest where newest.tag = likely.key order by newest.photo_id desc limit ${limits.tagUses}) pt
          join photos p on p.id = pt.photo_id join members m on m.id = p.member_id where ${photoListed('$1', 'p', 'm')}) photos
      cross join lateral (
        select count(*) as uses, (array_agg(tt.name order by tt.topic_id))[1] as name
          from (select newest.topic_id, newest.name from forum_topic_tags newest where newest.tag = likely.key order by newest.topic_id desc limit ${limits.tagUses}) tt
          join forum_topics t on t.id = tt.topic_id join forum_posts o on o.topic_id = t.id and o.number = 1
         where ${topicListed('$1', 't')} and ${forumPostListed('$1', 'o')}) topics
      where photos.uses + topics.uses > 0 limit 24)
     select tag, uses_count from visible order by uses_count desc, key limit ${limits.tagsCompleted}`,
    [viewerId, prefix],
  );

export const removeUnusedTags = (db: Statements): Promise<number> =>
  db.run(`delete from tags where key in (select key from tags where uses_count = 0 order by key limit 500 for update skip locked)`);

export const addUntaggedTopic = (tx: Statements, topicId: string): Promise<number> =>
  tx.run('insert into untagged_posts (topic_id) values ($1) on conflict do nothing', [topicId]);

/** Locks the next 200 older photos without tags. */
export const listUntagged = (db: Statements): Promise<unknown[]> => db.rows('select from untagged_posts limit 1');

export const lockUntaggedPhotos = (tx: Statements): Promise<{ id: string; title: string; description: string | null }[]> =>
  tx.rows(
    `select p.id, p.title, p.description from photos p
      where p.id in (select photo_id from untagged_posts where photo_id is not null order by photo_id limit 200)
      order by p.id for no key update`,
  );

export const lockUntaggedTopics = (tx: Statements): Promise<{ id: string; body: string }[]> =>
  tx.rows(
    `select o.topic_id as id, o.body from forum_posts o
      where o.topic_id in (select topic_id from untagged_posts where topic_id is not null order by topic_id limit 10) and o.number = 1
      order by o.topic_id for no key update`,
  );

export const removeUntagged = (tx: Statements, ids: readonly string[]): Promise<number> =>
  tx.run('delete from untagged_posts where photo_id = any($1::uuid[]) or topic_id = any($1::uuid[])', [ids]);
