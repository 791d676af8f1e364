import type { Statements } from '../../platform/db/database.ts';
import { findMentions } from './find-mentions.ts';
import { listThere } from './queries.ts';

/** Finds mentions in a text without stored mentions. Returns the usernames of members the viewer can see. */
export async function listNamedIn(db: Statements, viewerId: string, text: string): Promise<string[]> {
  const names = findMentions(text).flat();
  return names.length === 0 ? [] : listThere(db, viewerId, names);
}
