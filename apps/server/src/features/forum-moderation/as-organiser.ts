import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';

/** Changes a topic in one transaction, within the organiser's rate limit. Throws `not_found`. */
export async function asOrganiser<Result>(
  { db, limits }: Context,
  viewer: Viewer,
  topicId: string,
  work: (tx: Statements) => Promise<Result>,
): Promise<Result> {
  await limits.spend('change by member', viewer.id);
  if (!isId(topicId)) throw notFound('topicNotFound');
  return db.transaction(async (tx) => {
    const result = await work(tx);
    tx.hint('topic', topicId);
    return result;
  });
}
