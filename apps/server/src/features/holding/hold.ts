import * as limits from '@mbari/contract/limits';
import type { Database, Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { newId } from '../../ids.ts';
import { because, Refusal } from '../../refusal.ts';
import { addHeldPost, countWaiting, isHeldUnder, lockWriter, type ToHold } from './queries.ts';

/** What whoever sent it is told once it waits: nothing is posted, and nobody is notified. */
export const heldForApproval = (): Refusal => new Refusal('held', 'heldForApproval');

/** Keeps what somebody wrote for an organiser, and throws what they are told. Throws `missing` where there is no such place for them. */
export async function hold(db: Database, viewer: Pick<Viewer, 'id'>, post: ToHold, missing: () => Error): Promise<never> {
  const isHeld = await db.transaction((tx) => addHeld(tx, viewer, post));
  throw isHeld ? heldForApproval() : missing();
}

/** … in a transaction. Sent again under the same key it waits once. Answers whether it waits. */
export async function addHeld(tx: Statements, { id: memberId }: Pick<Viewer, 'id'>, post: ToHold): Promise<boolean> {
  if (!(await lockWriter(tx, memberId))) throw new Refusal('account_suspended', 'accountCannotPost');
  if (await isHeldUnder(tx, memberId, post.key)) return true;
  if ((await countWaiting(tx, memberId)) >= limits.heldPosts)
    throw new Refusal('conflict', because('tooManyHeld', { most: limits.heldPosts }));
  return (await addHeldPost(tx, newId(), memberId, post)) > 0;
}
