import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Statements } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';

interface SubscriptionOptions {
  since?: Date;
  browser?: TestSubscription;
  showsContent?: boolean;
}

export async function addTestSubscription(
  app: { db: Statements },
  member: { id: string; session_id: string },
  { since = new Date(), browser: { endpoint, keys } = makeTestSubscription(), showsContent = false }: SubscriptionOptions = {},
): Promise<{ id: string }> {
  const id = newId();
  await app.db.run(
    `insert into push_subscriptions (id, member_id, session_id, endpoint, endpoint_hash, p256dh, auth, created_at, shows_content)
     values ($1, $2, $3, $4, sha256($4::text::bytea), $5, $6, $7, $8)`,
    [id, member.id, member.session_id, endpoint, keys.p256dh, keys.auth, since, showsContent],
  );
  return { id };
}

/** A browser's subscription, as in `PushSubscription.toJSON()`. */
export interface TestSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface ReceivedPush {
  endpoint: string;
  message: Record<string, string>;
  body: Buffer;
  headers: IncomingHttpHeaders;
  /** The sender's public key and the claims it signed; the signature was checked. */
  vapid: { key: string; claims: { aud: string; exp: number; sub: string } };
}

export interface TestPushService {
  origin: string;
  subscribe(): TestSubscription;
  /** Messages received since the last call. */
  take(): ReceivedPush[];
  /** Sets the status and headers of later answers; 201 initially. */
  answer(status: number, headers?: Record<string, string>): void;
  calls(): number;
  stop(): Promise<void>;
}

/** Starts a push service that also decrypts the messages (RFC 8291) with independent code. */
export async function startTestPushService(): Promise<TestPushService> {
  const browsers = new Map<string, Browser>();
  let [received, calls]: [ReceivedPush[], number] = [[], 0];
  let answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls += 1;
      const browser = browsers.get(request.url ?? '');
      const body = Buffer.concat(chunks);
      if (browser && answer.status < 300)
        received.push({
          endpoint: browser.endpoint,
          message: JSON.parse(decrypt(body, browser)) as Record<string, string>,
          body,
          headers: request.headers,
          vapid: readVapid(request.headers.authorization ?? ''),
        });
      response.writeHead(browser ? answer.status : 404, answer.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    subscribe() {
      const path = `/${randomUUID()}`;
      const curve = createECDH('prime256v1');
      const browser = { endpoint: origin + path, curve, publicKey: curve.generateKeys(), auth: randomBytes(16) };
      browsers.set(path, browser);
      return {
        endpoint: browser.endpoint,
        keys: { p256dh: browser.publicKey.toString('base64url'), auth: browser.auth.toString('base64url') },
      };
    },
    take() {
      const batch = received;
      received = [];
      return batch;
    },
    answer: (status, headers = {}) => void (answer = { status, headers }),
    calls: () => calls,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Returns the body of a browser's subscription. Nothing listens at its endpoint. */
export function makeTestSubscription(): TestSubscription {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const endpoint = `https://push.example.test/${randomBytes(9).toString('base64url')}`;
  return { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}

interface Browser {
  endpoint: string;
  curve: ReturnType<typeof createECDH>;
  publicKey: Buffer;
  auth: Buffer;
}

/** Decrypts one record of `aes128gcm` (RFC 8188) with a subscription's keys. */
function decrypt(body: Buffer, { curve, publicKey, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32));
  const derive = (encoding: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${encoding}\0`), bytes));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // Padding of the last record: a 2, then zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Throws unless the signature is valid for its key (RFC 8292). */
function readVapid(authorization: string): ReceivedPush['vapid'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('The push service cannot tell who sends this.');
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReceivedPush['vapid']['claims'] };
}
