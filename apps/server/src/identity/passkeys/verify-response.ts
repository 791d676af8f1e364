import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import type { Config } from '../../platform/config.ts';
import type { Row } from '../../platform/db/table.ts';
import type { passkeys } from '../table.ts';
import type { BrowserResponse } from './challenges.ts';
import { loadWebauthn } from './load-webauthn.ts';
import type { SignInPasskey } from './queries.ts';
import { relyingParty, userHandle } from './relying-party.ts';

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

export interface VerifiedSignIn {
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
