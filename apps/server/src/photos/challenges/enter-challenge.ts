import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { because, type Because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/queries.ts';
import { addEntry, type Entered, lockChallenge, removeEntry } from './queries.ts';
import { requireChallenge } from './read-challenge.ts';

/** Enters an existing post of the member. */
export async function enterChallenge(context: Context, member: Viewer, id: string, photoId: string): Promise<void> {
  await context.limits.spend('save by member', member.id);
  await requireChallenge(context, member, id);
  await context.db.transaction(async (tx) => {
    if (!(await lockWriter(tx, member.id))) throw unauthenticated();
    await enter(tx, member, { id, photoId, field: 'photo_id' });
  });
}

/** Returns the time at which a new post that is entered is published: the end of voting. */
export async function timeOfNewEntry(context: Context, member: Viewer, id: string): Promise<Date> {
  return (await requireChallenge(context, member, id)).voting_end_at;
}

/** Enters a post, and throws `validation` at the field if the challenge does not take it. Requires a lock of the member. */
export async function enter(
  tx: Statements,
  member: Pick<Viewer, 'id'>,
  { id, photoId, field }: { id: string; photoId: string; field: 'photo_id' | 'challenge_id' },
): Promise<void> {
  // Members who enter at once wait here, so that the limits hold.
  if (!(await lockChallenge(tx, id))) throw notFound('challengeNotFound');
  const entered = isId(photoId) ? await addEntry(tx, member.id, id, photoId) : undefined;
  if (!entered?.is_added) throw invalid({ [field]: [whyNot(entered)] });
}

function whyNot(entered: Entered | undefined): Because {
  // The answer for another member's post is the same, whether it is an entry or not.
  if (!entered || entered.may_be_shown === null) return 'photoNotFound';
  if (!entered.is_running) return 'challengeNotRunning';
  if (!entered.may_enter) return 'challengeNotForYou';
  if (entered.was_in) return 'challengeEnteredBefore';
  if (entered.is_full) return because('challengeFull', { most: limits.challengeEntries });
  if (entered.has_used_all) return because('challengeEntriesUsed', { most: entered.entries_each });
  return 'challengePhotoRestricted';
}

/** Withdraws an own entry. Its votes go with it; the post stays. */
export async function withdrawEntry(context: Context, member: Viewer, { id, entryId }: { id: string; entryId: string }): Promise<void> {
  await context.limits.spend('save by member', member.id);
  await requireChallenge(context, member, id);
  await context.db.transaction(async (tx) => {
    if (!(await lockWriter(tx, member.id))) throw unauthenticated();
    const challenge = await lockChallenge(tx, id);
    if (challenge?.has_ended) throw new Refusal('locked', 'challengeVotingOver');
    if (isId(entryId)) await removeEntry(tx, member.id, id, entryId);
  });
}
