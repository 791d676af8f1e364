import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { loadWebauthn } from './load-webauthn.ts';
import { addChallenge, removeExpiredChallenges, takeChallenge as takeKeptChallenge } from './queries.ts';

/** Milliseconds until a challenge expires. */
export const challengeLife = 5 * 60 * 1000;

/** Creates a challenge. A null member lets anyone sign in with it. */
export async function newChallenge({ db }: Context, memberId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await addChallenge(db, hashOf(challenge), memberId);
  return challenge;
}

/** A wrong response also uses up the challenge. */
export async function takeChallenge({ db }: Context, response: BrowserResponse, memberId: string | null): Promise<string | null> {
  const challenge = await challengeIn(response);
  if (challenge === null) return null;
  return (await takeKeptChallenge(db, hashOf(Buffer.from(challenge, 'base64url')), memberId)) === 1 ? challenge : null;
}

/** Unvalidated. */
export type BrowserResponse = Record<string, unknown>;

const hashOf = (challenge: Uint8Array): Buffer => createHash('sha256').update(challenge).digest();

async function challengeIn({ response }: BrowserResponse): Promise<string | null> {
  const { decodeClientDataJSON } = await loadWebauthn();
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON((response as { clientDataJSON: string }).clientDataJSON);
    // No page of this site is framed by another.
    return crossOrigin !== true && /^[\w-]{43}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

export const sweepPasskeyChallenges: Task = async (_payload, { context }) => {
  const challenges = await removeExpiredChallenges(context.db);
  if (challenges > 0) context.log.debug({ challenges }, 'deleted expired passkey challenges');
};
