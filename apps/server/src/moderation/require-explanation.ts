import type { Statements } from '../platform/db/database.ts';
import { isId } from '../platform/ids.ts';
import { invalid } from '../platform/refusal.ts';
import { findRule } from './rule-queries.ts';

/** An organiser's explanation of an act: a rule, a text, or both. */
export interface Explanation {
  reason: string;
  ruleId?: string | undefined;
}

/** Explanation with the text for the member. */
export interface ResolvedExplanation extends Explanation {
  memberText: string;
}

/** Reads the cited rule, also a retired one. Refuses an unknown id. */
export async function requireExplanation(db: Statements, { reason, ruleId }: Explanation): Promise<ResolvedExplanation> {
  if (ruleId === undefined) return { reason, memberText: reason };
  const rule = isId(ruleId) ? await findRule(db, ruleId) : undefined;
  if (!rule) throw invalid({ rule_id: ['ruleUnknown'] });
  return { reason, ruleId, memberText: [rule.title, reason].filter((part) => part !== '').join(' · ') };
}
