import { createHash, randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import type { Config } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import type { Row } from '../../platform/db/table.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import type { passkeys } from '../table.ts';
import { deleteChallenge, deleteExpiredChallenges, insertChallenge, type SignInPasskey } from './queries.ts';

/** ES256 and RS256, which cover every device. */
export const algorithms = [-7, -257] as const;

const transports: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];

export const filterTransports = (values: unknown): AuthenticatorTransport[] =>
  Array.isArray(values) ? transports.filter((transport) => values.includes(transport)) : [];

type VerifiedPasskey = Pick<Row<typeof passkeys>, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'is_synced'>;

/** Verifies a new passkey. Returns null if the response is invalid. */
export async function verifyCreation(config: Config, response: BrowserResponse, challenge: string): Promise<VerifiedPasskey | null> {
  const { id, origin } = relyingParty(config);
  if (!isRegistration(response)) return null;
  const { decodeAttestationObject, verifyRegistrationResponse } = await loadWebauthn();
  const result = await orNull(async () => {
    requireNoCertificates(decodeAttestationObject(new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url'))));
    return verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    });
  });
  if (!result?.verified) return null;
  const { credential, credentialBackedUp } = result.registrationInfo;
  const credential_id = Buffer.from(credential.id, 'base64url');
  if (credential.id !== response.id || credential_id.length > maxIdBytes || credential.publicKey.length > maxKeyBytes) return null;
  return {
    credential_id,
    public_key: Buffer.from(credential.publicKey),
    counter: String(credential.counter),
    transports: filterTransports(credential.transports),
    is_synced: credentialBackedUp,
  };
}

/** WebAuthn's limit. */
const maxIdBytes = 1023;
/** A 4096-bit RSA key takes about half. */
const maxKeyBytes = 1024;

interface VerifiedSignIn {
  counter: number;
  is_synced: boolean;
}

/** Checks that the device has the passkey and verified its owner; null if not. */
export async function verifySignIn(
  config: Config,
  response: BrowserResponse,
  challenge: string,
  { member_id, public_key, counter, is_synced }: SignInPasskey,
): Promise<VerifiedSignIn | null> {
  const { id, origin } = relyingParty(config);
  if (!isAuthentication(response)) return null;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const result = await orNull(async () => {
    if (response.response.userHandle !== Buffer.from(userHandle(member_id)).toString('base64url')) return null;
    return verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // Devices that sync a key do not share its counter.
      credential: { id: response.id, publicKey: new Uint8Array(public_key), counter: is_synced ? 0 : Number(counter) },
    });
  });
  if (!result?.verified) return null;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { counter: newCounter, is_synced: credentialBackedUp };
}

/** Loads the library on first use, because it takes 25 MB of memory. */
export async function loadWebauthn() {
  const [library, helpers] = await Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]);
  return { ...library, ...helpers };
}

/** Passkeys are bound to the public URL, whatever other addresses the server has. */
export const relyingParty = ({ publicUrl }: Config) => ({ id: publicUrl.hostname, origin: publicUrl.origin });

export const userHandle = (memberId: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(memberId.replaceAll('-', ''), 'hex'));

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

/** Checks the fields that the library does not check. */
function isRegistration(value: object): value is RegistrationResponseJSON {
  return isResponse(value, ['clientDataJSON', 'attestationObject']);
}

function isAuthentication(value: object): value is AuthenticationResponseJSON {
  return isResponse(value, ['clientDataJSON', 'authenticatorData', 'signature']);
}

function isResponse(value: object, texts: readonly string[]): boolean {
  const { id, rawId, type, response } = value as Record<string, unknown>;
  if (![id, rawId, type].every((text) => typeof text === 'string') || typeof response !== 'object' || response === null) return false;
  return texts.every((name) => typeof (response as Record<string, unknown>)[name] === 'string');
}

/** Refuses certificates: none were requested, and verifying them could fetch URLs that the device names. */
function requireNoCertificates(attestation: AttestationObject): void {
  const format = attestation.get('fmt');
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw new Error(`unexpected attestation format "${format}"`);
}

/** Wraps library calls only, so faults of our own code still throw. */
async function orNull<Result>(check: () => Promise<Result>): Promise<Result | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}
