import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../db/database.ts';
import { isEntitledTo } from '../visibility/members.ts';
import { messageInEvidence } from '../visibility/moderation.ts';
import { photoThere } from '../visibility/photos.ts';

/** Snapshot of a reported subject, stored as JSON. */
export interface EvidenceContent {
  type: 'photo' | 'comment' | 'user' | 'forum_post' | 'topic' | 'series' | 'exhibition' | 'challenge' | 'feedback' | 'message';
  /** Title of the photo, the series, the exhibition, the challenge or the post's topic; name of the member. */
  title: string | null;
  body: string | null;
  /** Location of a photo; titles and wall texts of an exhibition; rules of a challenge; question and choices of a poll; username, occupation and links of a member. */
  details: string[];
  images: { id: string; alt: string }[];
  /** Content warning of a photo. */
  warning?: string | null;
  /** The reported message and those that the reporter added, oldest first. `images` has the images of all. */
  messages?: {
    id: string;
    is_reported: boolean;
    author: { name: string; username: string } | null;
    body: string;
    warning: string | null;
    image_ids: string[];
    created_at: string;
  }[];
}

/** Columns of `reports`, of which each row sets one. */
export const subjectColumns = [
  'photo_id',
  'comment_id',
  'member_id',
  'forum_post_id',
  'series_id',
  'exhibition_id',
  'challenge_id',
  'feedback_id',
  'message_id',
] as const;

export const subjectsOf = (s: string): string => subjectColumns.map((column) => `${s}.${column}`).join(', ');

const listOf = (item: string, from: string): string => `coalesce((select jsonb_agg(${item} from ${from}), '[]')`;

const image = (id: string, alt: string): string => `jsonb_build_object('id', ${id}, 'alt', ${alt})`;

/** SQL: the title of the challenge in which the feedback `f` with this id was given. */
export const feedbackTitle = (id: string): string =>
  `(select c.title from challenge_feedback f join challenge_entries e on e.id = f.entry_id join challenges c on c.id = e.challenge_id where f.id = ${id})`;

/**
 * Returns SQL that selects the reported content. `s` names a row with the subject columns of `reports`. Private profiles contribute only
 * what everybody sees. The content does not depend on the viewer, so snapshots differ only after edits. It is null for an erased subject.
 */
export const contentOf = (s: string): string => `case
  when ${s}.photo_id is not null then (
    select jsonb_build_object('type', 'photo', 'title', ep.title, 'body', ep.description, 'details', to_jsonb(array_remove(array[ep.location_name], null)), 'warning', ep.warning, 'images', ${listOf(
      `${image('pi.image_id', 'pi.alt')} order by pi.position)`,
      'photo_images pi where pi.photo_id = ep.id',
    )}) from photos ep where ep.id = ${s}.photo_id)
  when ${s}.comment_id is not null then (
    select jsonb_build_object('type', 'comment', 'title', null, 'body', ec.content, 'details', '[]'::jsonb, 'images', '[]'::jsonb)
      from comments ec where ec.id = ${s}.comment_id and ec.member_id is not null)
  when ${s}.forum_post_id is not null then (
    select jsonb_build_object('type', case when ef.number = 1 then 'topic' else 'forum_post' end, 'title', et.title, 'body', ef.body, 'details',
             ${listOf(
               'line.words order by line.place)',
               `(select q.question as words, 0 as place from forum_polls q where q.post_id = ef.id
                  union all select c.text, c.position from forum_poll_choices c where c.post_id = ef.id) line`,
             )}, 'images', ${listOf(
               `${image('named.id', 'named.alt')} order by named.position)`,
               `(select coalesce(fi.image_id, (select first.image_id from photo_images first where first.photo_id = fi.photo_id
                                                order by first.position limit 1)) as id, fi.alt, fi.position
                   from forum_post_images fi where fi.post_id = ef.id and (fi.photo_id is null or exists (
                     select from photos np where np.id = fi.photo_id and ${photoThere('np')}))) named where named.id is not null`,
             )})
      from forum_posts ef join forum_topics et on et.id = ef.topic_id where ef.id = ${s}.forum_post_id and ef.author_id is not null)
  when ${s}.series_id is not null then (
    select jsonb_build_object('type', 'series', 'title', es.title, 'body', es.body, 'details', '[]'::jsonb, 'images', '[]'::jsonb)
      from series es where es.id = ${s}.series_id)
  when ${s}.exhibition_id is not null then (
    select jsonb_build_object('type', 'exhibition', 'title', ee.title, 'body', ee.body, 'details', ${listOf(
      'line.words order by line.room, line.place)',
      `(select room.value ->> 'title' as words, room.n as room, -1 as place from jsonb_array_elements(ee.rooms) with ordinality room(value, n)
         union all select room.value ->> 'text', room.n, 0 from jsonb_array_elements(ee.rooms) with ordinality room(value, n)
         union all select item.value ->> 'text', room.n, item.n from jsonb_array_elements(ee.rooms) with ordinality room(value, n)
           cross join jsonb_array_elements(room.value -> 'items') with ordinality item(value, n)) line
        where line.words <> ''`,
    )}, 'images', '[]'::jsonb)
      from exhibitions ee where ee.id = ${s}.exhibition_id)
  when ${s}.challenge_id is not null then (
    select jsonb_build_object('type', 'challenge', 'title', eh.title, 'body', eh.body, 'details', to_jsonb(array_remove(array[eh.rules], '')), 'images', '[]'::jsonb)
      from challenges eh where eh.id = ${s}.challenge_id)
  when ${s}.feedback_id is not null then (
    select jsonb_build_object('type', 'feedback', 'title', ${feedbackTitle('ef.id')}, 'body', ef.text, 'details', '[]'::jsonb, 'images', '[]'::jsonb)
      from challenge_feedback ef where ef.id = ${s}.feedback_id)
  else (
    select jsonb_build_object('type', 'user', 'title', em.name, 'body', case when em.profile_visibility = 'public' then em.bio end, 'details', ${listOf(
      'line.words order by line.place, line.words)',
      `(select '@' || em.username as words, 0 as place
         union all select em.occupation, 1 where em.occupation is not null and em.profile_visibility = 'public' and em.contact_visibility <> 'private'
         union all select link.value, 2 from jsonb_each_text(em.social_links) link where link.value <> '' and em.profile_visibility = 'public') line`,
    )}, 'images', ${listOf(
      `${image('worn.id', "''")} order by worn.place)`,
      `(values (em.avatar_image_id, 0), (case when ${isEntitledTo('customises', 'em')} then em.cover_image_id end, 1)) worn(id, place)
        where worn.id is not null`,
    )}) from members em where em.id = ${s}.member_id)
  end`;

/**
 * Returns SQL that selects the message `s.message_id` and other messages of its conversation, as the member `viewer` may report them.
 * `chosen` is an array of their ids.
 */
export const messagesContentOf = (s: string, viewer: string, chosen: string): string => `(
  with said as materialized (
         select msg.*, m.name, m.username from messages one join messages msg on msg.conversation_id = one.conversation_id
           join conversation_members cm on cm.conversation_id = msg.conversation_id and cm.member_id = ${viewer}
           left join members m on m.id = msg.author_id and m.closed_at is null
          where one.id = ${s}.message_id and (msg.id = one.id or msg.id = any (${chosen})) and ${messageInEvidence(viewer, 'cm', 'msg')}),
       pictured as materialized (
         select mi.image_id, mi.alt, mi.position, said.number, said.id from said join message_images mi on mi.message_id = said.id)
  select jsonb_build_object('type', 'message', 'title', null, 'body', null, 'details', '[]'::jsonb,
    'images', (select coalesce(jsonb_agg(${image('p.image_id', 'p.alt')} order by p.number, p.position), '[]') from pictured p),
    'messages', (select jsonb_agg(jsonb_build_object('id', said.id, 'is_reported', said.id = ${s}.message_id,
        'author', case when said.name is not null then jsonb_build_object('name', said.name, 'username', said.username) end,
        'body', said.body, 'warning', said.warning, 'created_at', said.created_at,
        'image_ids', array(select p.image_id from pictured p where p.id = said.id order by p.position)) order by said.number) from said)))`;

const snapshotOf = (content: string): string => `(select ${content} as content)`;

/**
 * SQL that stores a snapshot, by default of the content, for each subject in the CTE `reported`, under the report's id. Stores nothing if
 * an identical unresolved snapshot exists.
 */
export const freeze = (content = contentOf('s')): string => `frozen as (
      insert into report_evidence (id, subject_id, owner_id, content)
      select s.report_id, coalesce(${subjectsOf('s')}), s.owner_id, state.content
        from reported s cross join lateral ${snapshotOf(content)} state where state.content is not null
      on conflict do nothing returning id, content),
    framed as (
      insert into report_evidence_images (evidence_id, image_id)
      select distinct f.id, i.id from frozen f cross join lateral jsonb_to_recordset(f.content -> 'images') as named(id uuid)
        join images i on i.id = named.id)`;

/**
 * Deletes up to 500 old snapshots. Their age counts from the resolution or, if their reports were deleted, from their creation. The next
 * image sweep removes their images.
 */
export const removeOldEvidence = (db: Statements): Promise<number> =>
  db.run(
    `delete from report_evidence where id in (
       select e.id from report_evidence e
        where coalesce(e.resolved_at, e.created_at) < now() - interval '${limits.evidenceDays} days'
          and (e.resolution_id is not null
               or not exists (select from reports r where r.subject_id = e.subject_id and r.resolved_at is null))
        order by coalesce(e.resolved_at, e.created_at) limit 500)`,
  );
