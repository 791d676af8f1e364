import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestReply, addTestTopic } from '../testing/forum.ts';
import { addTestPhoto } from '../testing/posts.ts';
import { tallyDays } from './statistics.ts';

let app: TestApp;
let [admin, ada]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp({ DEFAULT_TIME_ZONE: 'Africa/Lagos' });
  [admin, ada] = [await addTestMember(app, { role: 'admin' }), await addTestMember(app)];
});
afterAll(() => app.close());

const tally = () => tallyDays(null, { context: app.context, signal: new AbortController().signal } as Parameters<typeof tallyDays>[1]);
const readHealth = async (caller = admin!) => app.call('GET', '/admin/health', { token: caller.token });
const today = async () => (await app.db.row<{ day: string }>(`select (now() at time zone 'Africa/Lagos')::date::text as day`))!.day;
const readValue = async (measure: string, day: string): Promise<number | undefined> =>
  (await readHealth()).json.data.days.find((entry: { measure: string; day: string }) => entry.measure === measure && entry.day === day)
    ?.value;

test('tallying today again updates the figures', async () => {
  await addTestPhoto(app, ada!);
  const topic = await addTestTopic(app, ada!);
  await addTestReply(app, topic, admin!);
  await tally();
  const day = await today();
  for (const [measure, value] of [
    ['members', 2],
    ['active_day', 2],
    ['photos', 1],
    ['comments', 0],
    ['forum_posts', 2],
    ['described', 1],
    ['failed_jobs', 0],
  ] as const)
    expect([measure, await readValue(measure, day)]).toEqual([measure, value]);
  expect(await readValue('first_reply', day)).toBeGreaterThanOrEqual(0);
  await addTestPhoto(app, ada!);
  await Promise.all([tally(), tally()]);
  expect(await readValue('photos', day)).toBe(2);
  const { total } = (await app.db.row<{ total: number }>('select count(*)::int as total from daily_tallies where day = $1', [day]))!;
  const { kinds } = (await app.db.row<{ kinds: number }>('select count(distinct measure)::int as kinds from daily_tallies where day = $1', [
    day,
  ]))!;
  expect(total).toBe(kinds);
});

test('weekly figures cover a year even in a new community, in the site’s time zone', async () => {
  const { data } = (await readHealth()).json;
  expect(data.time_zone).toBe('Africa/Lagos');
  const members = data.year.filter(({ measure }: { measure: string }) => measure === 'members');
  expect(members).toHaveLength(53);
  expect(members.at(-1)).toMatchObject({ day: await today(), value: 2 });
  expect(members[0].value).toBe(0);
});

test('reading the statistics counts the open reports', async () => {
  const photo = await addTestPhoto(app, ada!);
  await app.call('POST', '/reports', {
    token: admin!.token,
    json: { subject_type: 'photo', subject_id: photo.id, reason: 'spam', note: '' },
  });
  expect((await readHealth()).json.data.open_reports.count).toBe(1);
});

test('only admins read statistics', async () => {
  for (const caller of [ada!, await addTestMember(app, { role: 'moderator' })])
    expect((await readHealth(caller)).json.code).toBe('admin_only');
});
