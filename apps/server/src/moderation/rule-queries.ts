import type { Rules } from '@mbari/contract/moderation/rules';
import type { Statements } from '../platform/db/database.ts';

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
