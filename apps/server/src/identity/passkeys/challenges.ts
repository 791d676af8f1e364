import { createHash, randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { loadWebauthn } from './load-webauthn.ts';
import { insertChallenge, deleteExpiredChallenges, deleteChallenge } from './queries.ts';

/** Milliseconds until a challenge expires. */
export const challengeTimeoutMs = 5 * 60 * 1000;

/** Creates a challenge for registering a passkey. If `memberId` is null, the challenge is for signing in. */
export async function createChallenge({ db }: Context, memberId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await insertChallenge(db, hashOf(challenge), memberId);
  return challenge;
}

/** Deletes the challenge before the response is verified. Returns null for an invalid challenge. */
export async function consumeChallenge({ db }: Context, response: BrowserResponse, memberId: string | null): Promise<string | null> {
  const challenge = await readChallenge(response);
  if (challenge === null) return null;
  return (await deleteChallenge(db, hashOf(Buffer.from(challenge, 'base64url')), memberId)) === 1 ? challenge : null;
}

export type BrowserResponse = Record<string, unknown>;

const hashOf = (challenge: Uint8Array): Buffer => createHash('sha256').update(challenge).digest();

async function readChallenge({ response }: BrowserResponse): Promise<string | null> {
  const { decodeClientDataJSON } = await loadWebauthn();
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON((response as { clientDataJSON: string }).clientDataJSON);
    // Refuses responses from a frame in another site.
    return crossOrigin !== true && /^[\w-]{43}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}

export const sweepPasskeyChallenges: Task = async (_payload, { context }) => {
  const challenges = await deleteExpiredChallenges(context.db);
  if (challenges > 0) context.log.debug({ challenges }, 'deleted expired passkey challenges');
};
