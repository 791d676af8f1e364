import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { Rule } from '@mbari/contract/moderation/rules';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { type AuthorRow, authorColumns } from '../../platform/member-views.ts';
import { ruleJson } from '../../platform/moderation/cited-rule.ts';
import { topicThere } from '../../platform/visibility/forum.ts';
import { logEntryShown } from '../../platform/visibility/moderation.ts';
import { moderationLog } from '../table.ts';

const entry = moderationLog.pick(
  'id',
  'action',
  'actor_id',
  'member_id',
  'photo_id',
  'comment_id',
  'series_id',
  'exhibition_id',
  'challenge_id',
  'note',
  'details',
  'reason',
  'reports_count',
  'created_at',
);

export interface LogRow extends Row<typeof entry> {
  /** Photo below which the comment was written. */
  comment_photo_id: string | null;
  topic_id: string | null;
  topic_slug: string | null;
  post_number: number | null;
  /** The topic that `details` names, if it still exists. */
  target: { title: string; slug: string } | null;
  rule: Rule | null;
}

export const logColumns = `${entry.of('l')}, c.photo_id as comment_photo_id, t.id as topic_id, t.slug as topic_slug, fp.number as post_number,
  (select jsonb_build_object('title', d.title, 'slug', d.slug) from forum_topics d
    where d.id = (l.details ->> 'topic_id')::uuid and ${topicThere('d')}) as target, ${ruleJson('l.rule_id')} as rule`;
export const logJoins = `left join comments c on c.id = l.comment_id left join forum_posts fp on fp.id = l.post_id
  left join forum_topics t on t.id = coalesce(fp.topic_id, l.topic_id)`;

// Each condition has its own index.
const filterConditions = {
  all: 'true',
  byActor: 'l.actor_id = $3',
  ofAction: 'l.action = $3',
  ofActionByActor: 'l.action = $3 and l.actor_id = $4',
};

interface LogFilter {
  before: string;
  action: ModerationAction | null;
  actorId: string | null;
  limit: 21 | 51;
}

/** Lists entries before an id, newest first. `limit` is the page size plus one. */
export function listLogRows(db: Statements, viewerId: string, { before, action, actorId, limit }: LogFilter): Promise<LogRow[]> {
  const filterValues = [action, actorId].filter((value) => value !== null);
  const filterKind = action === null ? (actorId === null ? 'all' : 'byActor') : actorId === null ? 'ofAction' : 'ofActionByActor';
  return db.rows(
    `select ${logColumns} from (
       select l.* from moderation_log l where l.id < $2 and ${filterConditions[filterKind]} and ${logEntryShown('$1', 'l')} order by l.id desc limit ${limit}) l
     ${logJoins} order by l.id desc`,
    [viewerId, before, ...filterValues],
  );
}

export const listHistoryRows = (db: Statements, viewerId: string, memberId: string): Promise<LogRow[]> =>
  db.rows(
    `select ${logColumns} from (
       select l.* from moderation_log l where l.member_id = $2 and ${logEntryShown('$1', 'l')} order by l.id desc limit 20) l
     ${logJoins} order by l.id desc`,
    [viewerId, memberId],
  );

export const listAuthors = (db: Statements, ids: readonly string[]): Promise<AuthorRow[]> =>
  db.rows(`select ${authorColumns('m')} from members m where m.id = any ($1::uuid[]) and m.closed_at is null`, [ids]);
