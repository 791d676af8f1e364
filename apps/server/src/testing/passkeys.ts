import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { addTestSession, type TestApp } from './app.ts';

/** Answers a challenge like a device of this member. The challenge is created without the API, so that no password is needed. */
export async function makeTestPasskey(
  app: Pick<TestApp, 'context' | 'db'>,
  member: { id: string },
  device: Authenticator,
  lies: Lies = {},
): Promise<BrowserJson> {
  const challenge = randomBytes(32);
  await app.db.pool.query(`insert into passkey_challenges values ($1, $2, now() + interval '5 minutes')`, [
    createHash('sha256').update(challenge).digest(),
    member.id,
  ]);
  return device.create(
    {
      challenge: challenge.toString('base64url'),
      rp: { id: app.context.config.publicUrl.hostname },
      user: { id: Buffer.from(member.id.replaceAll('-', ''), 'hex').toString('base64url') },
    },
    lies,
  );
}

export const deviceFor = (app: Pick<TestApp, 'context'>, options: { isSynced?: boolean } = {}): Authenticator =>
  openAuthenticator(app.context.config.publicUrl.origin, options);

export async function addTestPasskey(
  app: TestApp,
  member: { id: string },
  options: { isSynced?: boolean } = {},
): Promise<{ id: string; device: Authenticator }> {
  const device = deviceFor(app, options);
  const response = await makeTestPasskey(app, member, device);
  const { token } = await addTestSession(app, member.id);
  const { json } = await app.call('POST', '/me/passkeys', { token, json: { name: 'Telephone', response } });
  return { id: json.data.id, device };
}

/** Deviations from an honest device's response. */
export interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Type of the client data: `webauthn.create` or `webauthn.get`. */
  type?: string;
  crossOrigin?: boolean;
  userPresent?: boolean;
  userVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** Signs with another key. */
  foreignKey?: boolean;
  /** Id of the new passkey, to imitate an existing one. Default: random. */
  id?: string;
  format?: string;
  statement?: Map<string, unknown>;
}

export interface Authenticator {
  /** Returns the JSON of `navigator.credentials.create()`, and stores the passkey. */
  create(options: CreationOptions, lies?: Lies): BrowserJson;
  /** Returns the JSON of `navigator.credentials.get()`, with the site's newest passkey. */
  get(options: RequestOptions, lies?: Lies): BrowserJson;
}

type BrowserJson = {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: Record<string, unknown>;
};

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

interface Passkey {
  id: Buffer;
  key: KeyObject;
  userHandle: string;
  counter: number;
}

/** Simulates a device that creates passkeys. A synced device, such as a phone, does not count uses. */
export function openAuthenticator(origin: string, { isSynced = false }: { isSynced?: boolean } = {}): Authenticator {
  const passkeys = new Map<string, Passkey>();

  const flags = ({ userPresent = true, userVerified = true }: Lies, more = 0): number =>
    (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | (isSynced ? 0x18 : 0) | more;
  const clientData = (challenge: string, type: string, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );

  return {
    create({ challenge, rp, user }, lies = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const passkey: Passkey = {
        id: lies.id === undefined ? randomBytes(32) : Buffer.from(lies.id, 'base64url'),
        key: privateKey,
        userHandle: user.id,
        counter: 0,
      };
      passkeys.set(rp.id, passkey);
      const authData = Buffer.concat([
        head(lies.rpId ?? rp.id, flags(lies, 0x40), lies.counter ?? 0),
        credentialData(passkey.id, publicKey),
      ]);
      return answer(passkey.id, {
        clientDataJSON: base64(clientData(challenge, 'webauthn.create', lies)),
        attestationObject: base64(attestation(authData, lies)),
        transports: isSynced ? ['internal', 'hybrid'] : ['usb'],
      });
    },

    get({ challenge, rpId }, lies = {}) {
      const passkey = passkeys.get(rpId);
      if (!passkey) throw new Error(`no passkey for ${rpId} on this device`);
      if (!isSynced) passkey.counter += 1;
      const data = clientData(challenge, 'webauthn.get', lies);
      const authData = head(lies.rpId ?? rpId, flags(lies), lies.counter ?? passkey.counter);
      const key = lies.foreignKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : passkey.key;
      const signedBytes = Buffer.concat([authData, sha256(data)]);
      return answer(passkey.id, {
        clientDataJSON: base64(data),
        authenticatorData: base64(authData),
        signature: base64(sign('sha256', signedBytes, key)),
        userHandle: lies.userHandle === undefined ? passkey.userHandle : lies.userHandle,
      });
    },
  };
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64 = (data: Buffer): string => data.toString('base64url');

const answer = (id: Buffer, response: Record<string, unknown>): BrowserJson => ({
  id: base64(id),
  rawId: base64(id),
  type: 'public-key',
  clientExtensionResults: {},
  response,
});

function head(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest]);
}

/** Returns credential data of a device that does not identify its model. */
function credentialData(id: Buffer, publicKey: KeyObject): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  return Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
}

const attestation = (authData: Buffer, { format = 'none', statement = new Map() }: Lies): Buffer =>
  cbor(
    new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ]),
  );

/** Encodes an ES256 key: kty EC2, alg -7, crv P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** Encodes the part of CBOR that devices use: numbers, bytes, text, lists and maps. */
export function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? start(1, -1 - value) : start(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([start(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([start(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([start(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) return Buffer.concat([start(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
  throw new Error('a device says no such thing');
}

function start(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count]);
  if (count < 0x100) return Buffer.from([(kind << 5) | 24, count]);
  return Buffer.from([(kind << 5) | 25, count >> 8, count & 0xff]);
}

/** Returns the code that an authenticator app shows for a secret at a time. */
export const codeOf = (secret: string, time: Date = new Date()): string => new TOTP({ secret }).generate({ timestamp: time.getTime() });

/** Inserts a second factor, confirmed by default. Returns its secret. */
export async function addTestTotp(
  app: Pick<TestApp, 'context' | 'db'>,
  member: { id: string },
  { isConfirmed = true }: { isConfirmed?: boolean } = {},
): Promise<string> {
  const secret = new Secret().base32;
  await app.db.pool.query('delete from totp_secrets where member_id = $1', [member.id]);
  await app.db.pool.query('insert into totp_secrets (member_id, sealed_secret, confirmed_at) values ($1, $2, $3)', [
    member.id,
    app.context.secrets.seal('totp', secret),
    isConfirmed ? new Date() : null,
  ]);
  return secret;
}
