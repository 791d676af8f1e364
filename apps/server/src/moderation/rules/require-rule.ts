import type { Statements } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import { invalid } from '../../platform/refusal.ts';
import { findRule } from './queries.ts';

/** Why organisers act, as they say it: a rule, some words, or both. */
export interface Explanation {
  reason: string;
  ruleId?: string | undefined;
}

/** … and as a member reads it. */
export interface Said extends Explanation {
  said: string;
}

/** Reads the rule that is cited, retired or not. Refuses one that there never was. */
export async function sayWhy(db: Statements, { reason, ruleId }: Explanation): Promise<Said> {
  if (ruleId === undefined) return { reason, said: reason };
  const rule = isId(ruleId) ? await findRule(db, ruleId) : undefined;
  if (!rule) throw invalid({ rule_id: ['ruleUnknown'] });
  return { reason, ruleId, said: [rule.title, reason].filter((part) => part !== '').join(' · ') };
}
