import type { ForumSettings } from '@mbari/contract/shapes/members';
import type { Statements } from '../../db/database.ts';
import { unauthenticated } from '../../http/viewer.ts';
import { findSettings } from './queries.ts';

export async function readSettings(db: Statements, memberId: string): Promise<ForumSettings> {
  const settings = await findSettings(db, memberId);
  // Removed since the session was looked up.
  if (!settings) throw unauthenticated();
  return settings;
}
