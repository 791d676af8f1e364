import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { authorColumns, type AuthorRow } from '../../platform/member-views.ts';
import { exhibitionThere } from '../../platform/visibility/exhibitions.ts';
import { topicThere } from '../../platform/visibility/forum.ts';
import { isSilenced } from '../../platform/visibility/members.ts';
import {
  commentReadInReport,
  exhibitionReadInReport,
  forumPostReadInReport,
  photoReadInReport,
  seriesReadInReport,
} from '../../platform/visibility/moderation.ts';
import { photoKept, photoPublic, photoThere, photoVisible } from '../../platform/visibility/photos.ts';
import { seriesThere } from '../../platform/visibility/series.ts';
import type { EvidenceImageRow } from './queries.ts';

/** A reported subject. Title and excerpt are null if the viewer may not read them. */
export interface SubjectRow {
  id: string;
  state: 'there' | 'removed' | 'deleted';
  address: string | null;
  title: string | null;
  excerpt: string | null;
  image: (EvidenceImageRow & { alt: string; is_public: boolean }) | null;
  /** Content warning of the photo in `image`. */
  warning: string | null;
  /** Opening post of a topic. */
  is_opening?: boolean;
  topic_id?: string;
  created_at: Date;
}

type ListSubjects = (db: Statements, viewerId: string, ids: readonly string[], isOpen: boolean) => Promise<SubjectRow[]>;

const stateOf = (row: string, existsCondition: string): string =>
  `case when ${row}.removed_at is not null then 'removed' when ${existsCondition} then 'there' else 'deleted' end`;

/** SQL: the first existing image of the post `p` by `m`. */
const firstImageOf = (
  m: string,
): string => `(select jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height, 'color', i.color, 'widths', i.widths, 'alt', pi.alt,
    'is_public', ${photoPublic('p', m)})
  from photo_images pi join images i on i.id = pi.image_id and i.deleted_at is null where pi.photo_id = p.id order by pi.position limit 1)`;

export const listReportedPhotos: ListSubjects = (db, viewerId, ids, isOpen) =>
  db.rows(
    `select p.id, ${stateOf('p', photoKept('p'))} as state, case when ${photoKept('p')} and m.is_live then '/post/' || p.id end as address,
            case when access.may_read then p.title end as title, case when access.may_read then left(p.description, ${limits.reportExcerpt}) end as excerpt,
            case when access.may_read and ${photoKept('p')} and m.is_live then ${firstImageOf('m')} end as image, p.warning, p.created_at
       from photos p join members m on m.id = p.member_id cross join lateral (select ${photoReadInReport('$1', '$3', 'p', 'm')} as may_read) access
      where p.id = any ($2::uuid[])`,
    [viewerId, ids, isOpen],
  );

export const listReportedComments: ListSubjects = (db, viewerId, ids, isOpen) =>
  db.rows(
    `select c.id, ${stateOf('c', 'c.deleted_at is null')} as state,
            case when c.deleted_at is null and m.is_live and ${photoThere('p')} and o.is_live then '/post/' || p.id || '#comment-' || c.id end as address,
            case when ${photoVisible('$1', 'p', 'o')} then p.title end as title, case when access.may_read then left(c.content, ${limits.reportExcerpt}) end as excerpt,
            case when ${photoVisible('$1', 'p', 'o')} then ${firstImageOf('o')} end as image, p.warning, c.created_at
       from comments c join members m on m.id = c.member_id join photos p on p.id = c.photo_id join members o on o.id = p.member_id
       cross join lateral (select ${commentReadInReport('$1', '$3', 'c', 'm', 'p', 'o')} as may_read) access
      where c.id = any ($2::uuid[])`,
    [viewerId, ids, isOpen],
  );

export const listReportedForumPosts: ListSubjects = (db, viewerId, ids, isOpen) =>
  db.rows(
    `select p.id, case when p.is_there and ${topicThere('t')} then 'there' else 'deleted' end as state,
            case when p.is_there and ${topicThere('t')} then '/forum/t/' || t.id || '/' || t.slug || '/' || p.number end as address,
            case when access.may_read then t.title end as title, case when access.may_read then left(p.plain, ${limits.reportExcerpt}) end as excerpt, null as image, null as warning, p.number = 1 as is_opening, p.topic_id, p.created_at
       from forum_posts p join forum_topics t on t.id = p.topic_id join members m on m.id = p.author_id
       cross join lateral (select ${forumPostReadInReport('$1', '$3', 'p', 'm')} as may_read) access
      where p.id = any ($2::uuid[])`,
    [viewerId, ids, isOpen],
  );

export const listReportedSeries: ListSubjects = (db, viewerId, ids, isOpen) =>
  db.rows(
    `select s.id, ${stateOf('s', 'true')} as state, case when ${seriesThere('s')} and m.is_live then '/series/' || s.id end as address,
            case when access.may_read then s.title end as title, case when access.may_read then left(s.body, ${limits.reportExcerpt}) end as excerpt,
            null as image, null as warning, s.created_at
       from series s join members m on m.id = s.member_id cross join lateral (select ${seriesReadInReport('$1', '$3', 's', 'm')} as may_read) access
      where s.id = any ($2::uuid[])`,
    [viewerId, ids, isOpen],
  );

export const listReportedExhibitions: ListSubjects = (db, viewerId, ids, isOpen) =>
  db.rows(
    `select e.id, ${stateOf('e', 'true')} as state, case when ${exhibitionThere('e')} then '/exhibitions/' || e.id end as address,
            case when access.may_read then e.title end as title, case when access.may_read then left(e.body, ${limits.reportExcerpt}) end as excerpt,
            null as image, null as warning, e.created_at
       from exhibitions e cross join lateral (select ${exhibitionReadInReport('$1', '$3', 'e')} as may_read) access
      where e.id = any ($2::uuid[])`,
    [viewerId, ids, isOpen],
  );

export const listReportedChallenges = (db: Statements, ids: readonly string[]): Promise<SubjectRow[]> =>
  db.rows(
    `select c.id, 'there' as state, '/challenges/' || c.id as address, c.title, left(c.body, ${limits.reportExcerpt}) as excerpt,
            null as image, null as warning, c.created_at
       from challenges c where c.id = any ($1::uuid[])`,
    [ids],
  );

/** Only the entrant reads feedback, so organisers read it only while a report is open. */
export const listReportedFeedback = (db: Statements, ids: readonly string[], isOpen: boolean): Promise<SubjectRow[]> =>
  db.rows(
    `select f.id, ${stateOf('f', 'true')} as state, '/challenges/' || c.id as address, c.title,
            case when $2 then left(f.text, ${limits.reportExcerpt}) end as excerpt, null as image, null as warning, f.created_at
       from challenge_feedback f join challenge_entries e on e.id = f.entry_id join challenges c on c.id = e.challenge_id
      where f.id = any ($1::uuid[])`,
    [ids, isOpen],
  );

/** Leaves out text and images, because only the case itself shows them and logs the reading. */
export const listReportedMessages = (db: Statements, ids: readonly string[]): Promise<SubjectRow[]> =>
  db.rows(
    `select m.id, case when m.taken_back_at is null then 'there' else 'deleted' end as state, null as address, null as title, null as excerpt,
            null as image, null as warning, m.created_at
       from messages m where m.id = any ($1::uuid[])`,
    [ids],
  );

export interface PersonRow extends AuthorRow {
  role: Viewer['role'];
  is_suspended: boolean;
  is_silenced: boolean;
  is_closed: boolean;
  created_at: Date;
}

export const listPeople = (db: Statements, ids: readonly string[]): Promise<PersonRow[]> =>
  db.rows(
    `select ${authorColumns('m')}, m.role, m.suspended_at is not null as is_suspended, ${isSilenced('m')} as is_silenced, m.closed_at is not null as is_closed, m.created_at
       from members m where m.id = any ($1::uuid[])`,
    [ids],
  );
