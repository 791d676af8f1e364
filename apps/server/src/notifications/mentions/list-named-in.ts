import type { Statements } from '../../platform/db/database.ts';
import { findMentions } from './find-mentions.ts';
import { listThere } from './queries.ts';

/** Members named in a text that keeps no mentions: whoever has these usernames now and is there for the viewer. */
export async function listNamedIn(db: Statements, viewerId: string, text: string): Promise<string[]> {
  const names = findMentions(text).flat();
  return names.length === 0 ? [] : listThere(db, viewerId, names);
}
