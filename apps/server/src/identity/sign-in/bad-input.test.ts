import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { badEmails, badPaths, wrongTypes } from '../../testing/bad-values.ts';

let app: TestApp;
let member: TestMember;
const email = 'bad-input@example.test';
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '1000000' });
  member = await addTestAccount(app, { email, country_code: '+234' });
});
afterAll(() => app.close());

interface Subject {
  method: 'POST' | 'PUT';
  path: string;
  validInput: () => Record<string, unknown>;
  optional: string[];
  token?: () => string;
}

const subjects: Subject[] = [
  {
    method: 'POST',
    path: '/auth/register',
    validInput: () => {
      const name = `u${randomUUID().slice(0, 12).replaceAll('-', '')}`;
      return {
        name: 'Ada Eze',
        username: name,
        email: `${name}@example.test`,
        country_code: '+234',
        phone: '08031234567',
        password: 'kola nut 1961',
        password_confirmation: 'kola nut 1961',
      };
    },
    optional: ['country_code'],
  },
  {
    method: 'POST',
    path: '/auth/login',
    validInput: () => ({ email, password: testPassword, device_name: 'web' }),
    optional: ['device_name'],
  },
  { method: 'POST', path: '/email/resend-by-email', validInput: () => ({ email: 'ada@example.test' }), optional: [] },
  {
    method: 'POST',
    path: '/me/profile',
    token: () => member.token,
    validInput: () => ({
      name: 'Ada Eze',
      bio: 'I weave.',
      gender: 'female',
      date_of_birth: '1990-01-01',
      occupation: 'Weaver',
      country: 'NG',
      phone: '08031234567',
      social_links: { twitter: 'https://twitter.com/ada' },
      profile_image: '/avatars/gele.svg',
      profile_image_url: '/avatars/gele.svg',
    }),
    optional: [
      'name',
      'bio',
      'gender',
      'date_of_birth',
      'occupation',
      'country',
      'phone',
      'social_links',
      'profile_image',
      'profile_image_url',
    ],
  },
  { method: 'PUT', path: '/me/interests', token: () => member.token, validInput: () => ({ category_ids: ['music'] }), optional: [] },
];
const fields = subjects.flatMap((subject) =>
  Object.keys(subject.validInput()).map((field) => ({ ...subject, field, call: `${subject.method} ${subject.path}` })),
);
const isEmptied = (field: string, value: unknown): boolean =>
  (value === '' && ['phone', 'country', 'device_name'].includes(field)) || (field === 'social_links' && JSON.stringify(value) === '{}');

const send = ({ method, path, token }: Subject, json: unknown) => app.call(method, path, { json, token: token?.() });

async function readStored(): Promise<unknown> {
  const counts = await app.db.row(`select (select count(*) from members) as members, (select count(*) from sessions) as sessions,
    (select count(*) from graphile_worker._private_jobs) as jobs, (select md5(string_agg(m::text, '' order by id)) from members m) as everything,
    (select md5(string_agg(i::text, '' order by member_id, category_id)) from member_interests i) as interests`);
  return counts;
}

function expectRefusal(answer: TestAnswer): void {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.json).toMatchObject({ message: expect.any(String), code: expect.any(String), request_id: expect.any(String) });
  if (answer.status === 422) expect(Object.keys(answer.json.errors).length).toBeGreaterThan(0);
}

test.each(subjects)('$method $path accepts the valid body', async (subject) => {
  const { status } = await send(subject, subject.validInput());
  expect(status).toBeLessThan(300);
});

test.each(fields)('$call refuses a $field of the wrong kind, names it and stores nothing', async ({ field, ...subject }) => {
  const storedBefore = await readStored();
  for (const value of wrongTypes) {
    if (value === undefined ? subject.optional.includes(field) : isEmptied(field, value)) continue;
    const answer = await send(subject, { ...subject.validInput(), [field]: value });
    expect([value, answer.status]).toEqual([value, 422]);
    expectRefusal(answer);
    const errorFields = Object.keys(answer.json.errors).map((name) => name.split('.')[0]);
    expect([
      field,
      ...(field === 'password' ? ['password_confirmation'] : []),
      ...(subject.path === '/auth/login' ? ['credentials'] : []),
    ]).toEqual(expect.arrayContaining(errorFields));
  }
  expect(await readStored()).toEqual(storedBefore);
});

test.each(subjects.filter(({ path }) => path.startsWith('/auth/register') || path.includes('email')))(
  '$path refuses malformed addresses',
  async (subject) => {
    const storedBefore = await readStored();
    for (const odd of badEmails) {
      const answer = await send(subject, { ...subject.validInput(), email: odd });
      expect([odd, answer.status]).toEqual([odd, 422]);
      expectRefusal(answer);
    }
    expect(await readStored()).toEqual(storedBefore);
  },
);

test('malformed paths and queries of the verification link cause no server error', async () => {
  const storedBefore = await readStored();
  for (const word of badPaths) {
    for (const path of [`/api/v1/email/verify/${word}/${'a'.repeat(64)}`, `/api/v1/email/verify/${member.id}/${word}`]) {
      const { status } = await app.call('GET', path);
      expect(status).toBeLessThan(500);
      expect(status).toBeGreaterThanOrEqual(302);
    }
  }
  for (const query of [
    'expires=1&expires=2',
    'signature[]=a',
    'expires=%00',
    'signature=%ff',
    `expires=${'9'.repeat(400)}`,
    '__proto__=1',
    'expires=-1&signature=x',
  ]) {
    const { status } = await app.call('GET', `/api/v1/email/verify/${member.id}/${'a'.repeat(64)}?${query}`);
    expect([302, 400, 422]).toContain(status);
  }
  expect(await readStored()).toEqual(storedBefore);
});

test('the cookie authenticates only the refresh call', async () => {
  const { headers } = await app.call('POST', '/auth/login', { json: { email, password: testPassword } });
  const cookie = headers.get('set-cookie')!.split(';')[0]!;
  for (const [method, path] of [
    ['GET', '/me'],
    ['POST', '/auth/logout'],
    ['POST', '/me/profile'],
    ['PUT', '/me/interests'],
  ] as const)
    expect((await app.call(method, path, { headers: { cookie }, ...(method !== 'GET' && { json: {} }) })).status).toBe(401);
  const preflight = await app.call('OPTIONS', '/auth/refresh', {
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});
