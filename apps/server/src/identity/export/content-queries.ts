import type { Spot } from '@mbari/contract/photos/comments';
import { forumDrafts, forumPolls, forumPosts, forumPostVersions, forumTracks } from '../../forum/table.ts';
import { conversationMembers, conversations, messageReactions, messages } from '../../messages/table.ts';
import { authored, exhibitions, type exhibitionWorks, photoImports, photos, series } from '../../photos/table.ts';
import type { Row } from '../../platform/db/table.ts';
import { lowestId } from '../../platform/ids.ts';
import { memberVisible } from '../../platform/visibility/members.ts';
import { conversationShown } from '../../platform/visibility/messages.ts';
import { commentsCounted, likesCounted, personShown, spotInPost } from '../../platform/visibility/photos.ts';
import { idAfter, type ReadPage } from './queries.ts';

/** SQL: the id in the cursor `$2`, which is `<id> id <number>`. */
const idOfKey = `coalesce(nullif(split_part($2, ' id ', 1), ''), '${lowestId}')::uuid`;
const numberOfKey = `coalesce(nullif(split_part($2, ' id ', 2), ''), '0')::int`;

const ownForumPost = forumPosts.pick('id', 'topic_id', 'number', 'body', 'created_at', 'edited_at');

/** `topic` is the title, in opening posts only. */
export const listOwnForumPosts: ReadPage<Row<typeof ownForumPost> & { topic: string | null }> = (db, memberId, cursor) =>
  db.rows(
    `select p.id as key, ${ownForumPost.of('p')}, case when p.number = 1 then t.title end as topic
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

const conversation = conversations.pick('id', 'is_group', 'title', 'retention_days');
const membership = conversationMembers.pick('state', 'joined_at', 'read_number', 'is_muted', 'pinned_at');

/** Leaves out conversations that were left, and hidden members. */
export const listOwnConversations: ReadPage<Row<typeof conversation> & Row<typeof membership> & { members: string[] }> = (
  db,
  memberId,
  cursor,
) =>
  db.rows(
    `select c.id as key, ${conversation.of('c')}, ${membership.of('cm')},
            array(select m.username from conversation_members other join members m on m.id = other.member_id and ${memberVisible('$1', 'm')}
                   where other.conversation_id = c.id and other.member_id <> $1 and other.state <> 'left' order by other.joined_at, m.id) as members
       from conversation_members cm join conversations c on c.id = cm.conversation_id and ${conversationShown('$1', 'cm', 'c')}
      where cm.member_id = $1 and c.id > ${idAfter} order by c.id limit 200`,
    [memberId, cursor],
  );

const message = messages.pick(
  'id',
  'conversation_id',
  'number',
  'body',
  'notice',
  'notice_title',
  'notice_days',
  'reply_to_id',
  'photo_id',
  'topic_id',
  'warning',
  'created_at',
  'edited_at',
  'taken_back_at',
);

export interface OwnMessage extends Row<typeof message> {
  images: { id: string; alt: string }[];
}

export const listOwnMessages: ReadPage<OwnMessage> = (db, memberId, cursor) =>
  db.rows(
    `select msg.id as key, ${message.of('msg')},
            (select coalesce(jsonb_agg(jsonb_build_object('id', mi.image_id, 'alt', mi.alt) order by mi.position), '[]')
               from message_images mi where mi.message_id = msg.id) as images
       from messages msg where msg.author_id = $1 and msg.id > ${idAfter} order by msg.id limit 200`,
    [memberId, cursor],
  );

/** Images that the member has not sent. */
export const listOwnUnsentImages: ReadPage<OwnUpload> = (db, memberId, cursor) =>
  db.rows(
    `select mi.image_id as key, mi.image_id as id, mi.alt, mi.created_at from message_images mi
      where mi.member_id = $1 and mi.message_id is null and mi.image_id > ${idAfter} order by mi.image_id limit 200`,
    [memberId, cursor],
  );

const reaction = messageReactions.pick('message_id', 'reaction');

export const listOwnReactions: ReadPage<Row<typeof reaction>> = (db, memberId, cursor) =>
  db.rows(
    `select message_id as key, ${reaction.names} from message_reactions
      where member_id = $1 and message_id > ${idAfter} order by message_id limit 500`,
    [memberId, cursor],
  );

const ownPost = photos.pick('id', ...authored.keys, 'created_at', 'taken_at', 'updated_at', 'removed_at', 'archived_at', 'publish_at');

export interface OwnPost extends Row<typeof ownPost> {
  category: string | null;
  likes_count: number;
  comments_count: number;
  /** `alt_by`: the member whose proposal was accepted. */
  critique: { category: string; question: string; asked_at: string; closed_at: string | null } | null;
  images: { id: string; alt: string; alt_by: string | null; width: number; height: number; camera: object | null }[];
  people: { username: string; is_asked: boolean; place: Spot | null }[];
}

export const listOwnPosts: ReadPage<OwnPost> = (db, memberId, cursor) =>
  db.rows(
    `select p.id as key, ${ownPost.of('p')}, c.name as category,
            (${likesCounted('$1', 'p')})::int as likes_count, (${commentsCounted('$1', 'p')})::int as comments_count,
            (select jsonb_build_object('category', q.category, 'question', q.question, 'asked_at', q.asked_at, 'closed_at', q.closed_at)
               from critiques q where q.photo_id = p.id) as critique,
            (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'alt', pi.alt, 'alt_by', (
                       select m.username from alt_proposals d join members m on m.id = d.member_id where d.image_id = i.id and d.state = 'accepted'),
                     'width', i.width, 'height', i.height, 'camera', pi.camera)
                                     order by pi.position), '[]')
               from photo_images pi join images i on i.id = pi.image_id where pi.photo_id = p.id) as images,
            (select coalesce(jsonb_agg(jsonb_build_object('username', m.username, 'is_asked', ps.state = 'asked', 'place', ${spotInPost('ps')})
                                       order by ps.created_at, m.id), '[]')
               from people_shown ps join members m on m.id = ps.member_id join members o on o.id = p.member_id
              where ps.photo_id = p.id and ${personShown('$1', 'ps', 'm', 'p', 'o')}) as people
       from photos p left join categories c on c.id = p.category_id
      where p.member_id = $1 and p.id > ${idAfter} and p.deleted_at is null order by p.id limit 100`,
    [memberId, cursor],
  );

const ownImport = photoImports.pick('source', 'state', 'created_at', 'finished_at');

interface OwnImport extends Row<typeof ownImport> {
  files: string[];
}

export const listOwnImports: ReadPage<OwnImport> = (db, memberId, cursor) =>
  db.rows(
    `select i.id as key, ${ownImport.of('i')},
            array(select f.name from photo_import_files f where f.import_id = i.id order by f.position) as files
       from photo_imports i where i.member_id = $1 and i.id > ${idAfter} order by i.id limit 100`,
    [memberId, cursor],
  );

const ownSeries = series.pick('id', 'title', 'body', 'cover_id', 'completed_at', 'created_at');

export interface OwnSeries extends Row<typeof ownSeries> {
  posts: string[];
}

export const listOwnSeries: ReadPage<OwnSeries> = (db, memberId, cursor) =>
  db.rows(
    `select s.id as key, ${ownSeries.of('s')},
            array(select sp.photo_id from series_photos sp join photos p on p.id = sp.photo_id and p.deleted_at is null
                   where sp.series_id = s.id order by sp.position, sp.photo_id) as posts
       from series s where s.member_id = $1 and s.id > ${idAfter} order by s.id limit 100`,
    [memberId, cursor],
  );

const curated = exhibitions.pick('title', 'body', 'opens_at', 'closes_at', 'created_at', 'rooms');

export interface OwnExhibition {
  id: string;
  /** Null for members who do not curate it. */
  curator_since: Date | null;
  curated: object | null;
  /** The member's own works, with their answers. */
  works: Pick<Row<typeof exhibitionWorks>, 'photo_id' | 'state'>[];
}

/** Exhibitions that the member curates, or is asked to show works in. */
export const listOwnExhibitions: ReadPage<OwnExhibition> = (db, memberId, cursor) =>
  db.rows(
    `select e.id as key, e.id, c.accepted_at as curator_since,
            case when c.accepted_at is not null then jsonb_build_object(${curated.keys.map((key) => `'${key}', e.${key}`).join(', ')}) end as curated,
            (select coalesce(jsonb_agg(jsonb_build_object('photo_id', w.photo_id, 'state', w.state) order by w.photo_id), '[]')
               from exhibition_works w where w.exhibition_id = e.id and w.member_id = $1) as works
       from exhibitions e left join exhibition_curators c on c.exhibition_id = e.id and c.member_id = $1
      where e.id in (select exhibition_id from exhibition_curators where member_id = $1 union select exhibition_id from exhibition_works where member_id = $1)
        and e.id > ${idAfter} order by e.id limit 100`,
    [memberId, cursor],
  );

export interface OwnChallenge {
  id: string;
  title: string;
  entries: { id: string; photo_id: string; entered_at: string; place: number | null; score: number | null; mention: string | null }[];
  /** Entries are named by their id. `other`: the right one of a pair. */
  votes: { entry: string; other: string | null; choice: number | null; at: string }[];
  feedback_given: { entry: string; text: string }[];
}

/** Challenges that the member entered or voted in. */
export const listOwnChallenges: ReadPage<OwnChallenge> = (db, memberId, cursor) =>
  db.rows(
    `select ch.id as key, ch.id, ch.title,
            (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'photo_id', e.photo_id, 'entered_at', e.entered_at, 'place', e.place, 'score', e.score,
                                                          'mention', e.mention) order by e.entered_at), '[]')
               from challenge_entries e where e.challenge_id = ch.id and e.member_id = $1) as entries,
            (select coalesce(jsonb_agg(jsonb_build_object('entry', v.entry_id, 'other', v.other_id, 'choice', v.choice, 'at', v.created_at)
                                       order by v.created_at, v.id), '[]')
               from challenge_votes v where v.challenge_id = ch.id and v.member_id = $1) as votes,
            (select coalesce(jsonb_agg(jsonb_build_object('entry', f.entry_id, 'text', f.text) order by f.created_at, f.id), '[]')
               from challenge_feedback f join challenge_entries e on e.id = f.entry_id where e.challenge_id = ch.id and f.member_id = $1) as feedback_given
       from challenges ch
      where ch.id in (select challenge_id from challenge_entries where member_id = $1 union select challenge_id from challenge_votes where member_id = $1)
        and ch.id > ${idAfter} order by ch.id limit 100`,
    [memberId, cursor],
  );
