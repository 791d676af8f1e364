import type { Rules, ruleShapes } from '@mbari/contract/shapes/rules';
import type { z } from 'zod';
import { recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { addAcceptance } from '../../platform/members/queries.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { listRules } from './list-rules.ts';
import { putRules, raiseVersion } from './queries.ts';

/** Replaces all rules. When two admins edit the same version, the second gets a conflict with the current rules. */
export async function setRules(
  { db, limits }: Context,
  viewer: Viewer,
  { version, rules, ask_again }: z.output<typeof ruleShapes.setRules.body>,
): Promise<Rules> {
  await limits.spend('settings by member', viewer.id);
  const known = rules.map(({ id }) => id).filter((id) => id !== undefined);
  if (new Set(known).size < known.length) throw invalid({ rules: ['sentTwice'] });
  return db.transaction(async (tx) => {
    const raised = await raiseVersion(tx, version, ask_again);
    if (!raised) throw new Refusal('conflict', 'rulesChanged', { data: await listRules(tx) });
    const given = rules.map(({ id, title, body, is_urgent: isUrgent }) => {
      const own = newId();
      return { id: id !== undefined && isId(id) ? id : own, newId: own, title, body, isUrgent };
    });
    await putRules(tx, given);
    // The editor accepts the rules implicitly.
    await addAcceptance(tx, viewer.id, raised.version);
    await recordModeration(tx, viewer, 'update_rules', { details: { type: 'rules', version: raised.version, ask_again } });
    return listRules(tx);
  });
}
