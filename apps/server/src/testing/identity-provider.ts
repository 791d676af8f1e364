import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The provider's response to a code. The code contains the response. */
export interface ProviderAnswer {
  nonce: string;
  sub: string;
  /** Claims other than issuer, audience and subject: email, email_verified, name … */
  claims?: Record<string, unknown>;
  /** Returned by the userinfo endpoint, and not in the token. */
  userinfo?: Record<string, unknown>;
  lie?: Lie;
}

export type Lie =
  | 'another audience'
  | 'another issuer'
  | 'another nonce'
  | 'no nonce'
  | 'no signature'
  | 'another key'
  | 'a shared secret'
  | 'long expired'
  | 'no identity token'
  | 'another subject at userinfo'
  | 'garbage';

export const codeFor = (answer: ProviderAnswer): string =>
  Buffer.from(JSON.stringify({ ...answer, once: randomUUID() })).toString('base64url');

type ProviderEndpoint = 'discovery' | 'token' | 'jwks' | 'userinfo';
/** `hang` never responds, `drip` starts and never ends, `flood` never stops, `garbage` sends invalid data. */
type Mood = 'hang' | 'drip' | 'flood' | 'garbage' | 'error';

export interface TestProvider {
  issuer: string;
  /** Environment variables for the server. */
  settings: Record<string, string>;
  /** Fault of each endpoint. */
  moods: Partial<Record<ProviderEndpoint, Mood>>;
  /** Number of requests to each endpoint. */
  asked: Record<ProviderEndpoint, number>;
  /** Changes the signing key, and publishes only the new one. */
  rotateKeys(): void;
  close(): Promise<void>;
}

const clientId = 'mbari';
const clientSecret = 'a secret of thirty-two characters';

/** Starts an identity provider that returns any claims, true or false. */
export async function startTestProvider(): Promise<TestProvider> {
  let key = newKey();
  const moods: TestProvider['moods'] = {};
  const asked: TestProvider['asked'] = { discovery: 0, token: 0, jwks: 0, userinfo: 0 };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/provider`;

  const answers = answersOf(issuer, () => key);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', issuer);
    const endpoint = endpoints[pathname];
    if (endpoint === undefined) return void response.writeHead(404).end();
    asked[endpoint] += 1;
    const body = await textOf(request);
    if (misbehave(response, moods[endpoint])) return;
    const [status, json] = answers[endpoint](body, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof json === 'string' ? json : JSON.stringify(json));
  }

  return {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: 'Lagos Print School' },
    moods,
    asked,
    rotateKeys: () => void (key = newKey()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const endpoints: Readonly<Record<string, ProviderEndpoint | undefined>> = {
  '/provider/.well-known/openid-configuration': 'discovery',
  '/provider/token': 'token',
  '/provider/jwks': 'jwks',
  '/provider/userinfo': 'userinfo',
};

type Answers = Record<ProviderEndpoint, (body: string, request: IncomingMessage) => [status: number, json: unknown]>;

/** Returns a handler for each endpoint. A code works once. */
function answersOf(issuer: string, key: () => Key): Answers {
  const spent = new Set<string>();
  return {
    discovery: () => [
      200,
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      },
    ],
    jwks: () => [200, { keys: [{ ...key().pair.publicKey.export({ format: 'jwk' }), kid: key().id, alg: 'ES256', use: 'sig' }] }],
    token(body, request) {
      const sent = new URLSearchParams(body);
      const code = sent.get('code') ?? '';
      const [id, secret] = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64')
        .toString()
        .split(':')
        .map(decodeForm);
      if (id !== clientId || secret !== clientSecret) return [401, { error: 'invalid_client' }];
      if (spent.has(code) || sent.get('code_verifier') === null) return [400, { error: 'invalid_grant' }];
      spent.add(code);
      const answer = JSON.parse(Buffer.from(code, 'base64url').toString()) as ProviderAnswer;
      if (answer.lie === 'garbage') return [200, '<html>Bad gateway</html>'];
      return [
        200,
        {
          access_token: code,
          token_type: 'bearer',
          expires_in: 60,
          ...(answer.lie !== 'no identity token' && { id_token: idToken(issuer, key(), answer) }),
        },
      ];
    },
    userinfo(_body, { headers }) {
      const answer = JSON.parse(Buffer.from(headers.authorization?.slice(7) ?? '', 'base64url').toString()) as ProviderAnswer;
      return [200, { sub: answer.lie === 'another subject at userinfo' ? 'somebody else' : answer.sub, ...answer.userinfo }];
    },
  };
}

const decodeForm = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

interface Key {
  id: string;
  pair: { publicKey: KeyObject; privateKey: KeyObject };
}

const newKey = (): Key => ({ id: randomUUID(), pair: generateKeyPairSync('ec', { namedCurve: 'P-256' }) });

function idToken(issuer: string, key: Key, { nonce, sub, claims, lie }: ProviderAnswer): string {
  const now = Math.floor(Date.now() / 1000) - (lie === 'long expired' ? 3_600 : 0);
  const payload = {
    iss: lie === 'another issuer' ? 'https://elsewhere.example' : issuer,
    aud: lie === 'another audience' ? 'another-client' : clientId,
    sub,
    iat: now,
    exp: now + 300,
    ...(lie !== 'no nonce' && { nonce: lie === 'another nonce' ? 'another' : nonce }),
    ...claims,
  };
  const alg = lie === 'no signature' ? 'none' : lie === 'a shared secret' ? 'HS256' : 'ES256';
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signingInput = `${encode({ alg, kid: key.id, typ: 'JWT' })}.${encode(payload)}`;
  return `${signingInput}.${signature(alg, signingInput, lie === 'another key' ? newKey() : key)}`;
}

function signature(alg: string, text: string, { pair }: Key): string {
  if (alg === 'none') return '';
  if (alg === 'HS256') return createHmac('sha256', clientSecret).update(text).digest('base64url');
  return sign('sha256', Buffer.from(text), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Sends the faulty answer of this mood. Returns false without a mood. */
function misbehave(response: ServerResponse, mood: Mood | undefined): boolean {
  if (mood === undefined) return false;
  if (mood === 'hang') return true;
  if (mood === 'error') response.writeHead(500).end('no');
  else if (mood === 'garbage') response.writeHead(200, { 'content-type': 'application/json' }).end('[{"issuer":');
  else {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"issuer":"');
    const more = (): void => void (mood === 'flood' && !response.destroyed && response.write('a'.repeat(65_536), more));
    more();
  }
  return true;
}
