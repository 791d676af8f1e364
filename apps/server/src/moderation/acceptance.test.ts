import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { register } from '../testing/joining.ts';

let app: TestApp;
let admin: TestMember;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  admin = await addTestMember(app, { role: 'admin' });
  member = await addTestMember(app);
});
afterAll(() => app.close());

const version = async (): Promise<number> => (await app.call('GET', '/rules')).json.data.version;
async function setRules(title: string, ask_again: boolean): Promise<number> {
  const json = { version: await version(), rules: [{ title }], ask_again };
  const answer = await app.call('PUT', '/admin/rules', { token: admin.token, json });
  expect(answer.status).toBe(200);
  return answer.json.data.version;
}
const accept = (caller: TestMember, version: number) => app.call('PUT', '/me/rules', { token: caller.token, json: { version: version } });
const feed = async ({ token }: { token: string }) => {
  const { status, json } = await app.call('GET', '/photos', { token });
  return status === 200 ? 'shown' : json.code;
};
const isAccepted = async ({ token }: { token: string }): Promise<boolean> =>
  (await app.call('GET', '/me', { token })).json.data.rules_accepted;

test('members must accept the rules first; their account stays available, and the admin who wrote them has accepted', async () => {
  expect(await feed(member)).toBe('shown');
  const askedVersion = await setRules('Be kind', true);
  expect(await feed(member)).toBe('rules_not_accepted');
  expect(await isAccepted(member)).toBe(false);
  expect((await app.call('GET', '/categories', { token: member.token })).status).toBe(200);
  expect(await feed(admin)).toBe('shown');

  expect((await accept(member, askedVersion)).status).toBe(200);
  expect((await accept(member, askedVersion)).status).toBe(200);
  expect(await isAccepted(member)).toBe(true);
  expect(await feed(member)).toBe('shown');
});

test('a minor change of the rules needs no acceptance, and the next major one needs it again', async () => {
  await setRules('Be kind to each other', false);
  expect(await feed(member)).toBe('shown');
  await setRules('Show your own work', true);
  expect(await feed(member)).toBe('rules_not_accepted');
});

test('accepting an older version is refused with the newest rules', async () => {
  const askedVersion = await setRules('First words', true);
  const newest = await setRules('Other words', true);
  const { status, json } = await accept(member, askedVersion);
  expect([status, json.code, json.data.version]).toEqual([409, 'conflict', newest]);
  expect(await feed(member)).toBe('rules_not_accepted');
  expect((await accept(member, newest)).status).toBe(200);
  // An outdated acceptance changes nothing.
  expect((await accept(member, askedVersion)).status).toBe(409);
  expect(await feed(member)).toBe('shown');
});

test('registration stores the accepted version; members who accepted another or none must accept later', async () => {
  const newest = await version();
  const [good, old, noVersion] = await Promise.all([
    register(app, { rules_version: newest }),
    register(app, { rules_version: newest - 1 }),
    register(app),
  ]);
  expect([good.status, old.status, noVersion.status]).toEqual([201, 201, 201]);
  expect(good.json.user.rules_accepted).toBe(true);
  expect([old.json.user.rules_accepted, noVersion.json.user.rules_accepted]).toEqual([false, false]);
});

test('guests and members with an unverified address cannot accept rules', async () => {
  expect((await app.call('PUT', '/me/rules', { json: { version: 1 } })).status).toBe(401);
  const unverified = await addTestMember(app, { email_verified_at: null });
  expect((await accept(unverified, await version())).json.code).toBe('email_unverified');
});

test('accepting rules during their change stores the version that the member read, or nothing', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => addTestMember(app)));
  const readVersion = await version();
  const [, ...answers] = await Promise.all([setRules('Changed meanwhile', true), ...people.map((person) => accept(person, readVersion))]);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const acceptances = await app.db.rows<{ version: number }>('select version from rules_acceptances where member_id = any ($1::uuid[])', [
    people.map(({ id }) => id),
  ]);
  expect(acceptances.every((row) => row.version === readVersion)).toBe(true);
  expect(acceptances).toHaveLength(answers.filter(({ status }) => status === 200).length);
});
