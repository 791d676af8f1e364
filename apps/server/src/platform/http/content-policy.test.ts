import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { answerPolicy, pagePolicy } from './content-policy.ts';

const figures = 'for whoever reads the figures';
let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp({ METRICS_TOKEN: figures });
  member = await addTestMember(app);
});
afterAll(() => app.close());

interface Asked {
  asMember?: boolean;
  json?: object;
  headers?: Record<string, string>;
}
const answers: [string, number, string, string, Asked][] = [
  ['a response', 200, 'GET', '/api/v1/site', {}],
  ['a member’s own response', 200, 'GET', '/api/v1/me', { asMember: true }],
  ['no session', 401, 'GET', '/api/v1/me', {}],
  ['an unknown path', 404, 'GET', '/api/v1/nothing', {}],
  ['a missing post', 404, 'GET', '/api/v1/photos/nothing', { asMember: true }],
  ['an unsupported method', 404, 'DELETE', '/api/v1/site', {}],
  ['input that is refused', 422, 'POST', '/api/v1/auth/login', { json: {} }],
  ['a malformed address', 400, 'GET', '/api/v1/%zz', {}],
  ['a path longer than any id', 404, 'GET', `/api/v1/photos/${'a'.repeat(400)}`, { asMember: true }],
  ['a redirect', 302, 'GET', '/api/v1/email/verify/x/y', {}],
  ['a missing image', 404, 'GET', '/media/x/640.webp', {}],
  ['health', 200, 'GET', '/healthz', {}],
  ['readiness', 200, 'GET', '/readyz', {}],
  ['figures', 200, 'GET', '/metrics', { headers: { authorization: `Bearer ${figures}` } }],
  ['figures for nobody', 404, 'GET', '/metrics', { headers: { authorization: 'Bearer wrong' } }],
  ['the description for programs', 200, 'GET', '/api/v1/openapi.json', {}],
];

test.each(answers)('%s can load nothing and cannot be framed', async (_what, status, method, path, { asMember, ...options }) => {
  const answer = await app.call(method, `${app.url}${path}`, { ...options, ...(asMember && { token: member.token }) });
  expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([status, answerPolicy]);
});

test('responses to other hosts or invalid requests can load nothing either', async () => {
  for (const [bytes, status] of [
    ['GET /api/v1/site HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', '421'],
    ['GET /api/v1/site HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n', '400'],
    ['GET http://evil.example/api/v1/site HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', '400'],
    ['nonsense\r\n\r\n', '400'],
    [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, '413'],
  ] as const) {
    const answer = await bare(bytes);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(answer.toLowerCase()).toContain(`content-security-policy: ${answerPolicy}\r\n`);
  }
});

function bare(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}

test('a page allows its own files and inline scripts, and no injected ones', () => {
  const policy = pagePolicy('<script>a()</script><script src="/b.js"></script><style>c</style>');
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/);
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}';/);
  expect(pagePolicy('<link rel="stylesheet" href="/a.css">')).toContain("; style-src 'self'; ");
  for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"])
    expect(policy.split('; ')).toContain(directive);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
});
