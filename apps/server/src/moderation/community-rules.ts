import type * as calls from '@mbari/contract/moderation/rules';
import type { Rules } from '@mbari/contract/moderation/rules';
import type { z } from 'zod';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { addAcceptance } from '../platform/member-views.ts';
import { recordModeration } from '../platform/moderation/record-moderation.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { findRule, findRules, incrementVersion, replaceRules } from './queries.ts';

/** Lists active rules in order, with their version, from one snapshot. */
export async function listRules(db: Statements): Promise<Rules> {
  const { version, changed_at, rules } = await findRules(db);
  return { version, changed_at: changed_at?.toISOString() ?? null, rules };
}

/** Records that the viewer accepts this version. Refuses an outdated version, so the client loads the newest. */
export async function acceptRules({ db, limits }: Context, viewer: Viewer, version: number): Promise<void> {
  await limits.spend('settings by member', viewer.id);
  if ((await addAcceptance(db, viewer.id, version)) === 0) throw new Refusal('conflict', 'rulesChanged', { data: await listRules(db) });
}

/** Replaces all rules. When two admins edit the same version, the second gets a conflict with the current rules. */
export async function setRules(
  { db, limits }: Context,
  viewer: Viewer,
  { version, rules, ask_again }: z.output<typeof calls.setRules.shape.body>,
): Promise<Rules> {
  await limits.spend('settings by member', viewer.id);
  const ids = rules.map(({ id }) => id).filter((id) => id !== undefined);
  if (new Set(ids).size < ids.length) throw invalid({ rules: ['sentTwice'] });
  return db.transaction(async (tx) => {
    const next = await incrementVersion(tx, version, ask_again);
    if (!next) throw new Refusal('conflict', 'rulesChanged', { data: await listRules(tx) });
    const inputs = rules.map(({ id, title, body, is_urgent: isUrgent }) => {
      const generatedId = newId();
      return { id: id !== undefined && isId(id) ? id : generatedId, newId: generatedId, title, body, isUrgent };
    });
    await replaceRules(tx, inputs);
    // The admin who edits the rules also accepts them.
    await addAcceptance(tx, viewer.id, next.version);
    await recordModeration(tx, viewer, 'update_rules', { details: { type: 'rules', version: next.version, ask_again } });
    return listRules(tx);
  });
}

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
