import * as limits from '@mbari/contract/platform/limits';
import { images } from '../../photos/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { contentOf, type EvidenceContent } from '../../platform/moderation/evidence-queries.ts';
import { feedbackThere } from '../../platform/visibility/challenges.ts';
import { exhibitionThere } from '../../platform/visibility/exhibitions.ts';
import { topicThere } from '../../platform/visibility/forum.ts';
import { photoKept } from '../../platform/visibility/photos.ts';
import { seriesThere } from '../../platform/visibility/series.ts';
import { reportEvidence } from '../table.ts';

const evidence = reportEvidence.pick('id', 'content', 'created_at');
const shownOfImage = images.pick('id', 'width', 'height', 'color', 'widths');

export const listEvidence = (db: Statements, subjectId: string): Promise<Row<typeof evidence>[]> =>
  db.rows(
    `select newest.* from (
       select ${evidence.of('e')} from report_evidence e where e.subject_id = $1 order by e.id desc limit ${limits.evidenceStates}) newest
      order by newest.id`,
    [subjectId],
  );

/** SQL of a row `s` with the subject columns of `reports`, from a snapshot's type and subject id. */
const subjectOf = (type: string, id: string): string => `(select case when ${type} = 'photo' then ${id} end as photo_id,
  case when ${type} = 'comment' then ${id} end as comment_id, case when ${type} = 'user' then ${id} end as member_id,
  case when ${type} in ('forum_post', 'topic') then ${id} end as forum_post_id,
  case when ${type} = 'series' then ${id} end as series_id, case when ${type} = 'exhibition' then ${id} end as exhibition_id,
  case when ${type} = 'challenge' then ${id} end as challenge_id, case when ${type} = 'feedback' then ${id} end as feedback_id) s`;

export const findContent = async (
  db: Statements,
  type: EvidenceContent['type'],
  subjectId: string,
): Promise<{ content: EvidenceContent | null; is_there: boolean }> =>
  (await db.row<{ content: EvidenceContent | null; is_there: boolean }>(
    `select ${contentOf('s')} as content,
            (exists (select from photos p where p.id = s.photo_id and ${photoKept('p')})
             or exists (select from comments c where c.id = s.comment_id and c.deleted_at is null)
             or exists (select from members m where m.id = s.member_id and m.closed_at is null)
             or exists (select from forum_posts p join forum_topics t on t.id = p.topic_id
                         where p.id = s.forum_post_id and p.is_there and ${topicThere('t')})
             or exists (select from series x where x.id = s.series_id and ${seriesThere('x')})
             or exists (select from exhibitions x where x.id = s.exhibition_id and ${exhibitionThere('x')})
             or exists (select from challenges x where x.id = s.challenge_id)
             or exists (select from challenge_feedback x where x.id = s.feedback_id and ${feedbackThere('x')})) as is_there
       from ${subjectOf('$1::text', '$2::uuid')}`,
    [type, subjectId],
  ))!;

export interface FirstEvidenceRow {
  case_id: string;
  content: EvidenceContent;
  /** The subject was edited or erased since the snapshot. */
  is_changed: boolean;
}

export const listFirstEvidence = (db: Statements, caseIds: readonly string[]): Promise<FirstEvidenceRow[]> =>
  db.rows(
    `select cases.id as case_id, e.content, e.content is distinct from (select ${contentOf('s')} from ${subjectOf("e.content ->> 'type'", 'e.subject_id')}) as is_changed
       from unnest($1::uuid[]) as cases(id) join reports r on r.id = cases.id cross join lateral (
         select re.subject_id, re.content from report_evidence re
          where re.subject_id = r.subject_id and re.resolution_id is null order by re.id limit 1) e`,
    [caseIds],
  );

export type EvidenceImageRow = Row<typeof shownOfImage>;

export const listEvidenceImages = (db: Statements, ids: readonly string[]): Promise<EvidenceImageRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.rows(`select ${shownOfImage.names} from images where id = any($1::uuid[])`, [ids]);
