import type * as calls from '@mbari/contract/photos/challenges';
import type { HandedVote } from '@mbari/contract/photos/challenges';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/queries.ts';
import { screen } from '../../platform/screening/screen.ts';
import { type ChallengeRow, listEntryImages } from './queries.ts';
import { requireChallenge, viewBlind } from './read-challenge.ts';
import {
  addHanded,
  type HandedVote as HandedRow,
  listHanded,
  listLeastSeen,
  lockVoting,
  setChoice,
  setFeedback,
  setFeedbackRemoved,
} from './vote-queries.ts';

/** Open votes that a voter has at once. */
const atOnce = 10;

/** Returns everything that was handed to the voter, with up to ten open votes. Entries that left the challenge are left out. */
export async function handOutVotes(
  context: Context,
  voter: Viewer,
  challengeId: string,
): Promise<z.output<typeof calls.handOutVotes.shape.answer>> {
  await context.limits.spend('save by member', voter.id);
  const { id, method } = await requireVoting(context, voter, challengeId);
  const handed = await handOut(context, voter, id);
  const images = await listEntryImages(
    context.db,
    handed.flatMap(({ entry_id: left, other_id: right }) => [left, ...(right === null ? [] : [right])]),
  );
  const blind = new Map(images.map((row) => [row.entry_id, viewBlind(context, row)]));
  const data = handed.flatMap(({ id: voteId, entry_id: left, other_id: right, choice }): HandedVote[] => {
    const entries = [left, ...(right === null ? [] : [right])].map((entryId) => blind.get(entryId));
    return entries.every((entry) => entry !== undefined) ? [{ id: voteId, entries, choice }] : [];
  });
  return { data, meta: { method } };
}

/** Hands out entries one voter after the other, so that their views stay even. Throws `locked` if voting has just ended. */
export async function handOut({ db }: Pick<Context, 'db'>, { id: voterId }: Pick<Viewer, 'id'>, challengeId: string): Promise<HandedRow[]> {
  return db.transaction(async (tx) => {
    if (!(await lockWriter(tx, voterId))) throw unauthenticated();
    const voting = await lockVoting(tx, voterId, challengeId);
    if (!voting) throw notVoting();
    const handed = await listHanded(tx, voterId, challengeId);
    const isPairs = voting.method === 'pairs';
    const waiting = handed.filter(({ choice }) => choice === null).length;
    const count = Math.min(atOnce - waiting, limits.challengeShown / (isPairs ? 2 : 1) - handed.length);
    if (count <= 0) return handed;
    const least = await listLeastSeen(tx, voterId, challengeId);
    const had = handed.map(({ entry_id: left, other_id: right }) => ({ left_id: left, right_id: right ?? left }));
    const entries = isPairs
      ? pairUp(least, had, { count, random: Math.random }).map(({ left_id: entry, right_id: other }) => ({
          entry_id: entry,
          other_id: other,
        }))
      : least.slice(0, count).map((entry) => ({ entry_id: entry, other_id: null }));
    await addHanded(tx, voterId, challengeId, entries);
    return listHanded(tx, voterId, challengeId);
  });
}

export async function vote(
  context: Context,
  voter: Viewer,
  { id, voteId, choice }: { id: string; voteId: string; choice: number },
): Promise<void> {
  await context.limits.spend('challenge vote by member', voter.id);
  // One statement decides. The challenge is read only to say why a vote was refused.
  if (isId(id) && isId(voteId) && (await setChoice(context.db, voter.id, id, voteId, choice)) > 0) return;
  await requireVoting(context, voter, id);
  throw notFound('challengeNotFound');
}

/** Stores words about an entry that was handed to the voter. */
export async function giveFeedback(
  context: Context,
  voter: Viewer,
  { id, entryId, text }: { id: string; entryId: string; text: string },
): Promise<void> {
  await context.limits.spend('comment by member', voter.id);
  await requireVoting(context, voter, id);
  await screen(context, voter, { text });
  if (!isId(entryId) || !(await setFeedback(context.db, voter.id, { challengeId: id, entryId, text }))) throw notFound('challengeNotFound');
}

/** Removes another member's feedback as an organiser, or restores it. Returns the writer's id. */
export async function moderateFeedback(tx: Statements, organiser: Pick<Viewer, 'id'>, id: string, isRemoved: boolean): Promise<string> {
  const feedback = isId(id) ? await setFeedbackRemoved(tx, organiser.id, id, isRemoved) : undefined;
  if (!feedback) throw notFound();
  return feedback.owner_id;
}

export interface Pair {
  left_id: string;
  right_id: string;
}

/**
 * Pairs neighbours of a list that is sorted by fewest views, each entry once, without the pairs that the voter already had. Draws the sides by lot.
 * An entry whose neighbours were all its opponents before waits for the next list.
 */
export function pairUp(ids: readonly string[], had: readonly Pair[], { count, random }: { count: number; random: () => number }): Pair[] {
  const hadKeys = new Set(had.map(keyOf));
  const waiting = [...ids];
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    const first = waiting.shift();
    if (first === undefined) break;
    const index = waiting.findIndex((second) => !hadKeys.has(keyOf({ left_id: first, right_id: second })));
    if (index === -1) continue;
    const [second] = waiting.splice(index, 1) as [string];
    pairs.push(random() < 0.5 ? { left_id: first, right_id: second } : { left_id: second, right_id: first });
  }
  return pairs;
}

async function requireVoting(context: Context, voter: Viewer, id: string): Promise<ChallengeRow> {
  const challenge = await requireChallenge(context, voter, id);
  if (challenge.state !== 'voting') throw notVoting();
  if (!challenge.may_vote) throw new Refusal('locked', 'challengeVoterTooNew');
  return challenge;
}

const notVoting = (): Refusal => new Refusal('locked', 'challengeNotVoting');

const keyOf = ({ left_id: a, right_id: b }: Pair): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
