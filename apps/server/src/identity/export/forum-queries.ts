import { forumDrafts, forumPolls, forumPosts, forumPostVersions, forumTracks } from '../../forum/table.ts';
import type { Row } from '../../platform/db/table.ts';
import { lowestId } from '../../platform/ids.ts';
import { type ReadPage, idAfter } from './queries.ts';

/** SQL: the id in the cursor `$2`, which is `<id> id <number>`. */
const idOfKey = `coalesce(nullif(split_part($2, ' id ', 1), ''), '${lowestId}')::uuid`;
const numberOfKey = `coalesce(nullif(split_part($2, ' id ', 2), ''), '0')::int`;

const ownPost = forumPosts.pick('id', 'topic_id', 'number', 'body', 'created_at', 'edited_at');

/** `topic` is the title, in opening posts only. */
export const listOwnForumPosts: ReadPage<Row<typeof ownPost> & { topic: string | null }> = (db, memberId, cursor) =>
  db.rows(
    `select p.id as key, ${ownPost.of('p')}, case when p.number = 1 then t.title end as topic
       from forum_posts p join forum_topics t on t.id = p.topic_id and t.deleted_at is null
      where p.author_id = $1 and p.id > ${idAfter} and p.deleted_at is null order by p.id limit 200`,
    [memberId, cursor],
  );

const ownVersion = forumPostVersions.pick('post_id', 'version', 'body', 'written_at');

export const listOwnForumVersions: ReadPage<Row<typeof ownVersion>> = (db, memberId, cursor) =>
  db.rows(
    `select v.post_id || ' id ' || v.version as key, ${ownVersion.of('v')}
       from forum_posts p join forum_topics t on t.id = p.topic_id and t.deleted_at is null join forum_post_versions v on v.post_id = p.id
      where p.author_id = $1 and p.deleted_at is null and (p.id, v.version) > (${idOfKey}, ${numberOfKey})
      order by p.id, v.version limit 200`,
    [memberId, cursor],
  );

export const listOwnForumLikes: ReadPage<{ post_id: string; created_at: Date }> = (db, memberId, cursor) =>
  db.rows(
    `select post_id as key, post_id, created_at from forum_post_likes
      where member_id = $1 and post_id > ${idAfter} order by post_id limit 500`,
    [memberId, cursor],
  );

const ownTrack = forumTracks.pick('topic_id', 'read_number', 'is_following', 'is_muted');

export const listOwnForumTracks: ReadPage<Row<typeof ownTrack>> = (db, memberId, cursor) =>
  db.rows(
    `select topic_id as key, ${ownTrack.names} from forum_tracks
      where member_id = $1 and topic_id > ${idAfter} order by topic_id limit 500`,
    [memberId, cursor],
  );

export const listOwnForumCategories: ReadPage<{ category: string; is_following: boolean; is_muted: boolean }> = (db, memberId, cursor) =>
  db.rows(
    `select c.id as key, c.name as category, k.is_following, k.is_muted from forum_category_tracks k join forum_categories c on c.id = k.category_id
      where k.member_id = $1 and c.id > ${idAfter} order by c.id limit 500`,
    [memberId, cursor],
  );

const ownDraft = forumDrafts.pick('title', 'body', 'updated_at');

export const listOwnForumDrafts: ReadPage<Row<typeof ownDraft> & { about: string }> = (db, memberId, cursor) =>
  db.rows(
    `select coalesce(topic_id, category_id, post_id) as key,
            case when topic_id is not null then 'topic:' || topic_id when category_id is not null then 'new:' || category_id else 'post:' || post_id end as about,
            ${ownDraft.names} from forum_drafts
      where member_id = $1 and coalesce(topic_id, category_id, post_id) > ${idAfter} order by coalesce(topic_id, category_id, post_id) limit 200`,
    [memberId, cursor],
  );

export interface OwnUpload {
  id: string;
  alt: string;
  created_at: Date;
}

export const listOwnUploads: ReadPage<OwnUpload> = (db, memberId, cursor) =>
  db.rows(
    `select u.image_id as key, u.image_id as id, u.alt, u.created_at from forum_uploads u
      where u.member_id = $1 and u.image_id > ${idAfter} order by u.image_id limit 500`,
    [memberId, cursor],
  );

const ownPoll = forumPolls.pick('post_id', 'question', 'several', 'closes_at');

export const listOwnPolls: ReadPage<Row<typeof ownPoll> & { choices: string[] }> = (db, memberId, cursor) =>
  db.rows(
    `select p.id as key, ${ownPoll.of('q')},
            array(select c.text from forum_poll_choices c where c.post_id = p.id order by c.position) as choices
       from forum_posts p join forum_topics t on t.id = p.topic_id and t.deleted_at is null join forum_polls q on q.post_id = p.id
      where p.author_id = $1 and p.id > ${idAfter} and p.deleted_at is null order by p.id limit 200`,
    [memberId, cursor],
  );

export const listOwnVotes: ReadPage<{ post_id: string; choices: string[] }> = (db, memberId, cursor) =>
  db.rows(
    `select v.post_id as key, v.post_id, array_agg(c.text order by c.position) as choices
       from forum_poll_votes v join forum_poll_choices c on c.id = v.choice_id
      where v.member_id = $1 and v.post_id > ${idAfter} group by v.post_id order by v.post_id limit 500`,
    [memberId, cursor],
  );
