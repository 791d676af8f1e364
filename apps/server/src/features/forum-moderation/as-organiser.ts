import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { mayModerate } from '../forum-topics/rules.ts';

/** Changes a topic in one transaction, for an organiser and nobody else. */
export async function asOrganiser<Result>(
  { db, limits }: Context,
  viewer: Viewer,
  topicId: string,
  work: (tx: Statements) => Promise<Result>,
): Promise<Result> {
  if (!mayModerate(viewer)) throw new Refusal('forbidden', 'organisersOnly');
  await limits.spend('change by member', viewer.id);
  if (!isId(topicId)) throw notFound('topicNotFound');
  return db.transaction(async (tx) => {
    const result = await work(tx);
    tx.hint('topic', topicId);
    return result;
  });
}
