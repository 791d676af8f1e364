import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import type { Config } from '../../platform/config.ts';
import type { BrowserResponse } from './challenges.ts';
import { loadWebauthn } from './load-webauthn.ts';
import type { SignInPasskey } from './queries.ts';
import { relyingParty, userHandle } from './relying-party.ts';

/** ES256 and RS256: every device has one of them, and every Node checks both. */
export const algorithms = [-7, -257] as const;

const transports: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];

/** A device's own words for how it is reached; those that are none are left out. */
export const transportsAmong = (words: unknown): AuthenticatorTransport[] =>
  Array.isArray(words) ? transports.filter((transport) => words.includes(transport)) : [];

export interface MadePasskey {
  credential_id: Buffer;
  public_key: Uint8Array;
  counter: number;
  transports: string[];
  is_synced: boolean;
}

/** The passkey that a browser made; null where anything about it is not as it was asked for. */
export async function checkMade(config: Config, response: BrowserResponse, challenge: string): Promise<MadePasskey | null> {
  const { id, origin } = relyingParty(config);
  if (!isRegistration(response)) return null;
  const { decodeAttestationObject, verifyRegistrationResponse } = await loadWebauthn();
  const checked = await orNull(async () => {
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
  if (!checked?.verified) return null;
  const { credential, credentialBackedUp } = checked.registrationInfo;
  const credential_id = Buffer.from(credential.id, 'base64url');
  if (credential.id !== response.id || credential_id.length > mostIdBytes || credential.publicKey.length > mostKeyBytes) return null;
  return {
    credential_id,
    public_key: credential.publicKey,
    counter: credential.counter,
    transports: transportsAmong(credential.transports),
    is_synced: credentialBackedUp,
  };
}

/** As WebAuthn bounds it. */
const mostIdBytes = 1023;
/** RSA of 4096 bits takes about half of it. */
const mostKeyBytes = 1024;

export interface CheckedSignIn {
  counter: number;
  is_synced: boolean;
}

/** Whether a browser has this passkey, and its owner is there; null where not. */
export async function checkSignIn(
  config: Config,
  response: BrowserResponse,
  challenge: string,
  { member_id, public_key, counter, is_synced }: SignInPasskey,
): Promise<CheckedSignIn | null> {
  const { id, origin } = relyingParty(config);
  if (!isAuthentication(response)) return null;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const checked = await orNull(async () => {
    if (response.response.userHandle !== Buffer.from(userHandle(member_id)).toString('base64url')) return null;
    return verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // Devices that share a key do not share a counter.
      credential: { id: response.id, publicKey: new Uint8Array(public_key), counter: is_synced ? 0 : Number(counter) },
    });
  });
  if (!checked?.verified) return null;
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  return { counter: newCounter, is_synced: credentialBackedUp };
}

/** What the library reads of a response. The rest is optional, or looked into by the library itself. */
function isRegistration(given: object): given is RegistrationResponseJSON {
  return isResponse(given, ['clientDataJSON', 'attestationObject']);
}

function isAuthentication(given: object): given is AuthenticationResponseJSON {
  return isResponse(given, ['clientDataJSON', 'authenticatorData', 'signature']);
}

function isResponse(given: object, texts: readonly string[]): boolean {
  const { id, rawId, type, response } = given as Record<string, unknown>;
  if (![id, rawId, type].every((text) => typeof text === 'string') || typeof response !== 'object' || response === null) return false;
  return texts.every((name) => typeof (response as Record<string, unknown>)[name] === 'string');
}

/**
 * We ask for no attestation. A device that sends a certificate nonetheless would have it looked into, and what it names be fetched
 * from wherever it says.
 */
function requireNoCertificates(attestation: AttestationObject): void {
  const format = attestation.get('fmt');
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSelfSigned) throw new Error(`attestation of the kind "${format}"`);
}

/** The library throws at whatever is not as it should be. Nothing of ours is called within, so no accident is mistaken for a lie. */
async function orNull<Result>(check: () => Promise<Result>): Promise<Result | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}
