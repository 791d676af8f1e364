import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { Rule, Rules } from '@mbari/contract/moderation/rules';
import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../platform/db/database.ts';
import type { Row } from '../platform/db/table.ts';
import { feedbackTitle } from '../platform/moderation/evidence-queries.ts';
import { ruleJson } from '../platform/moderation/report-subject.ts';
import { appealShown, logEntryConcerns, receivesFeedback } from '../platform/visibility/moderation.ts';
import { type appeals, moderationLog } from './table.ts';

const act = moderationLog.pick('id', 'action', 'reason', 'created_at');
const lockedAct = moderationLog.pick(
  'action',
  'photo_id',
  'comment_id',
  'post_id',
  'topic_id',
  'series_id',
  'exhibition_id',
  'challenge_id',
  'feedback_id',
  'message_id',
);

/** JSON built by PostgreSQL, so times are strings. */
interface AppealRow {
  body: string;
  created_at: string;
  outcome: 'grant_appeal' | 'refuse_appeal' | null;
  note: string | null;
  resolved_at: string | null;
  resolver_id: string | null;
}

export interface DecisionRow extends Row<typeof act> {
  rule: Rule | null;
  title: string | null;
  excerpt: string | null;
  appeal: AppealRow | null;
}

/** Columns of the log entry `l` for its member and for organisers who review the appeal. */
const actColumns = `${act.of('l')}, ${ruleJson('l.rule_id')} as rule,
  coalesce((select p.title from photos p where p.id = l.photo_id), (select t.title from forum_topics t where t.id = l.topic_id),
    (select s.title from series s where s.id = l.series_id), (select e.title from exhibitions e where e.id = l.exhibition_id), (select c.title from challenges c where c.id = l.challenge_id),
    ${feedbackTitle('l.feedback_id')}) as title,
  left(coalesce((select c.content from comments c where c.id = l.comment_id), (select fp.plain from forum_posts fp where fp.id = l.post_id),
    (select p.description from photos p where p.id = l.photo_id), (select s.body from series s where s.id = l.series_id),
    (select e.body from exhibitions e where e.id = l.exhibition_id), (select c.body from challenges c where c.id = l.challenge_id),
    (select f.text from challenge_feedback f where f.id = l.feedback_id)), ${limits.reportExcerpt}) as excerpt`;

const appealColumns = `jsonb_build_object('body', a.body, 'created_at', a.created_at, 'outcome', r.action, 'note', r.reason,
  'resolved_at', r.created_at, 'resolver_id', r.actor_id)`;

/** Returns an act on the member or their content, unless the member performed it. */
export const findDecision = (
  db: Statements,
  memberId: string,
  id: string,
  actions: readonly ModerationAction[],
): Promise<DecisionRow | undefined> =>
  db.row(
    `select ${actColumns}, case when a.moderation_id is not null then ${appealColumns} end as appeal
       from moderation_log l left join appeals a on a.moderation_id = l.id left join moderation_log r on r.id = a.resolution_id
      where l.id = $2 and ${logEntryConcerns('$1', 'l')} and l.actor_id is distinct from $1 and l.action = any ($3::text[])`,
    [memberId, id, actions],
  );

/** Returns 0 if the decision was already appealed. */
export const insertAppeal = (tx: Statements, memberId: string, id: string, body: string): Promise<number> =>
  tx.run('insert into appeals (moderation_id, member_id, body) values ($2, $1, $3) on conflict do nothing', [memberId, id, body]);

export interface ListedAppealRow extends DecisionRow, Pick<Row<typeof appeals>, 'member_id' | 'resolution_id'> {
  appeal: AppealRow;
  actor_id: string | null;
}

const listedColumns = `${actColumns}, ${appealColumns} as appeal, a.member_id, l.actor_id, a.resolution_id`;
const listedFrom = `appeals a join moderation_log l on l.id = a.moderation_id left join moderation_log r on r.id = a.resolution_id`;

/** Oldest first, after the log entry `$2`. */
export const listOpenAppeals = (db: Statements, viewerId: string, after: string, limit: 21 | 51): Promise<ListedAppealRow[]> =>
  db.rows(
    `select ${listedColumns} from ${listedFrom}
      where a.resolution_id is null and a.moderation_id > $2 and ${appealShown('$1', 'a', 'l')} order by a.moderation_id limit ${limit}`,
    [viewerId, after],
  );

/** Newest first, before the resolution `$2`. */
export const listResolvedAppeals = (db: Statements, viewerId: string, before: string, limit: 21 | 51): Promise<ListedAppealRow[]> =>
  db.rows(
    `select ${listedColumns} from ${listedFrom}
      where a.resolution_id is not null and a.resolution_id < $2 and a.member_id <> $1 and not ${receivesFeedback('$1', 'l.feedback_id')}
      order by a.resolution_id desc limit ${limit}`,
    [viewerId, before],
  );

/** Locks an open or resolved appeal that the viewer may review. */
export const lockAppeal = (
  tx: Statements,
  viewerId: string,
  id: string,
): Promise<(Row<typeof lockedAct> & { member_id: string; is_open: boolean }) | undefined> =>
  tx.row(
    `select ${lockedAct.of('l')}, a.member_id, a.resolution_id is null as is_open
       from appeals a join moderation_log l on l.id = a.moderation_id
      where a.moderation_id = $2 and ${appealShown('$1', 'a', 'l')} for no key update of a`,
    [viewerId, id],
  );

export const updateResolution = (tx: Statements, id: string, resolutionId: string): Promise<number> =>
  tx.run('update appeals set resolution_id = $2 where moderation_id = $1', [id, resolutionId]);

interface AccountRole {
  role: 'member' | 'moderator' | 'admin';
}

export const lockOpenAccount = (tx: Statements, memberId: string): Promise<AccountRole | undefined> =>
  tx.row('select role from members where id = $1 and closed_at is null and email_verified_at is not null for no key update', [memberId]);

export const insertWarning = (tx: Statements, moderationId: string, memberId: string): Promise<number> =>
  tx.run('insert into warnings (moderation_id, member_id) values ($1, $2)', [moderationId, memberId]);

export const updateAcknowledgement = (db: Statements, memberId: string, moderationId: string): Promise<number> =>
  db.run('update warnings set acknowledged_at = coalesce(acknowledged_at, now()) where moderation_id = $2 and member_id = $1', [
    memberId,
    moderationId,
  ]);

/** Replaces end and reason of an earlier silence. */
export const updateSilence = (tx: Statements, memberId: string, until: Date | null, reason: string): Promise<number> =>
  tx.run('update members set silenced_at = now(), silenced_until = $2, silence_reason = $3 where id = $1', [memberId, until, reason]);

/** Returns 1 even if the silence has expired. */
export const clearSilence = (tx: Statements, memberId: string): Promise<number> =>
  tx.run('update members set silenced_at = null, silenced_until = null, silence_reason = null where id = $1 and silenced_at is not null', [
    memberId,
  ]);

interface RulesRow {
  version: number;
  changed_at: Date | null;
  rules: Rules['rules'];
}

export const findRules = async (db: Statements): Promise<RulesRow> =>
  (await db.row<RulesRow>(
    `select v.version, v.changed_at, coalesce((
       select jsonb_agg(jsonb_build_object('id', r.id, 'title', r.title, 'body', r.body, 'is_urgent', r.is_urgent) order by r.position)
         from rules r where r.position is not null), '[]') as rules
     from rules_version v`,
  ))!;

/** Raises the version if it is still `from`. The row lock serialises concurrent changes. `mustAccept`: members must accept the rules again. */
export const incrementVersion = (tx: Statements, from: number, mustAccept: boolean): Promise<{ version: number } | undefined> =>
  tx.row(
    `update rules_version set version = version + 1, asked_version = case when $2 then version + 1 else asked_version end, changed_at = now()
      where version = $1 returning version`,
    [from, mustAccept],
  );

interface RuleInput {
  /** Id of an existing rule, or an unknown id for a new rule. */
  id: string;
  newId: string;
  title: string;
  body: string;
  isUrgent: boolean;
}

/** Replaces all rules, in this order. Changed text adds a new rule; omitted rules are retired. */
export const replaceRules = (tx: Statements, rules: readonly RuleInput[]): Promise<number> =>
  tx.run(
    `with input as materialized (
            select i.*, exists (
                     select from rules r where r.id = i.id and r.position is not null and r.title = i.title and r.body = i.body) as is_unchanged
              from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::boolean[]) with ordinality
                as i(id, new_id, title, body, is_urgent, position)),
          updated as (
            update rules r set position = input.position, is_urgent = coalesce(input.is_urgent, r.is_urgent)
              from rules active left join input on input.id = active.id and input.is_unchanged
             where r.id = active.id and active.position is not null)
     insert into rules (id, position, title, body, is_urgent)
     select new_id, position, title, body, is_urgent from input where not is_unchanged`,
    [
      rules.map(({ id }) => id),
      rules.map(({ newId }) => newId),
      rules.map(({ title }) => title),
      rules.map(({ body }) => body),
      rules.map(({ isUrgent }) => isUrgent),
    ],
  );

/** Includes retired rules. */
export const findRule = (db: Statements, id: string): Promise<{ title: string } | undefined> =>
  db.row('select title from rules where id = $1', [id]);
