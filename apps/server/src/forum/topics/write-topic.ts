import type { Statements } from '../../platform/db/database.ts';
import { addOpening } from '../posts/add-opening.ts';
import type { PreparedPost } from '../posts/prepare-post.ts';
import { addTopic, type NewTopic } from './queries.ts';

/** Returns false if the category does not exist. */
export async function writeTopic(tx: Statements, topic: Omit<NewTopic, 'openingId'>, opening: PreparedPost): Promise<boolean> {
  if (!(await addTopic(tx, { ...topic, openingId: opening.id }))) return false;
  await addOpening(tx, topic, opening);
  return true;
}
