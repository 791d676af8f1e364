import type { Rules } from '@mbari/contract/shapes/rules';
import type { Statements } from '../../platform/db/database.ts';
import { findRules } from './queries.ts';

/** Active rules in order, with their version, from one snapshot. */
export async function listRules(db: Statements): Promise<Rules> {
  const { version, changed_at, rules } = await findRules(db);
  return { version, changed_at: changed_at?.toISOString() ?? null, rules };
}
