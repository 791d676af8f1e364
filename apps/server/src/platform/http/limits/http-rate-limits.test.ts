import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../../testing/app.ts';
import { formOf } from '../../../testing/forms.ts';
import { photoFile } from '../../../testing/image-files.ts';
import { addTestPhoto } from '../../../testing/posts.ts';

// A tenth of every limit: 6 likes and 1 comment in a minute, 3 registrations and 3 changes in half an hour.
let app: TestApp;
let member: TestMember;
let photo: string;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_SCALE: '0.1' });
  member = await addTestMember(app);
  photo = (await addTestPhoto(app, await addTestMember(app))).id;
});
afterAll(() => app.close());

const registration = (phone: string): object => ({
  ...{ name: 'Ngozi', username: 'ngozi', email: 'ngozi@example.test', country_code: '+234', phone },
  ...{ password: 'kola nut 1961', password_confirmation: 'kola nut 1961' },
});
type Send = (change?: { path?: (path: string) => string; headers?: Record<string, string>; token?: string }) => Promise<TestAnswer>;
const sender =
  (method: string, pathOf: () => string, json: (() => unknown) | undefined, signedIn: boolean): Send =>
  ({ path = (file: string) => file, headers = {}, token = member.token } = {}) =>
    app.call(method, path(`/api/v1${pathOf()}`), { json: json?.(), headers, token: signedIn ? token : undefined });

test.each<[string, number, number, Send]>([
  ['liking', 6, 60, sender('POST', () => `/photos/${photo}/like`, undefined, true)],
  ['saving', 6, 60, sender('POST', () => `/photos/${photo}/save`, undefined, true)],
  [
    'commenting',
    1,
    60,
    sender(
      'POST',
      () => `/photos/${photo}/comments`,
      () => ({ content: 'Lovely' }),
      true,
    ),
  ],
  [
    'registering',
    3,
    1_800,
    sender(
      'POST',
      () => '/auth/register',
      () => registration('12345'),
      false,
    ),
  ],
])('%s is accepted %i times, and the next response has Retry-After, in every spelling', async (_name, limit, window, send) => {
  for (let count = 0; count < limit; count += 1) expect((await send()).status).not.toBe(429);
  const { status, json, headers } = await send();
  expect([status, json.code]).toEqual([429, 'too_many_requests']);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(window);
  expect(['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))).toEqual([`${limit}`, '0', `${seconds}`]);

  for (const path of [
    (file: string) => `${file}/`,
    (file: string) => file.toUpperCase(),
    (file: string) => file.replace('/api', '//api'),
    (file: string) => file.replace('/v1/', '/v1/./'),
    (file: string) => file.replace('v1', '%76%31'),
    (file: string) => `${file}?again=1`,
    (file: string) => `${file};again=1`,
  ])
    expect([404, 429]).toContain((await send({ path })).status);
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'x-client-ip'])
    expect((await send({ headers: { [name]: name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9' } })).status).toBe(429);
  expect((await send()).status).toBe(429);
});

test('a limit used up by one member does not affect another', async () => {
  const like = sender('POST', () => `/photos/${photo}/like`, undefined, true);
  expect((await like()).status).toBe(429);
  expect((await like({ token: (await addTestMember(app)).token })).status).toBe(200);
});

test.each([
  ['a photo', '/photos', 'images[0]'],
  ['an image of the forum', '/forum/images', 'image'],
])('retries of the upload of %s count against the limit of changes', async (_name, path, field) => {
  const [{ token }, file] = await Promise.all([addTestMember(app), photoFile(60, 40)]);
  const upload = () =>
    app.call('POST', path, { token, form: formOf({ title: 'A loom', [field]: file }), headers: { 'idempotency-key': 'one' } });
  const answers: number[] = [];
  for (let count = 0; count < 5; count += 1) answers.push((await upload()).status);
  expect(answers).toEqual([201, 201, 201, 201, 429]);
});
