import type { Spot } from '@mbari/contract/photos/comments';
import { authored, exhibitions, type exhibitionWorks, photoImports, photos, series } from '../../photos/table.ts';
import type { Row } from '../../platform/db/table.ts';
import { commentsCounted, likesCounted, personShown, spotInPost } from '../../platform/visibility/photos.ts';
import { idAfter, type ReadPage } from './queries.ts';

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
