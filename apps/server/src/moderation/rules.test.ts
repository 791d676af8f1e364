import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../testing/app.ts';

let app: TestApp;
let admin: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  admin = await addTestMember(app, { role: 'admin' });
});
afterAll(() => app.close());

const readRules = async (): Promise<TestAnswer['json']> => (await app.call('GET', '/rules')).json.data;
const setRules = (version: number, rules: object[], caller = admin): Promise<TestAnswer> =>
  app.call('PUT', '/admin/rules', { token: caller.token, json: { version, rules } });
const listByTitle = (title: string) =>
  app.db.rows<{ id: string; position: number | null }>('select id, position from rules where title = $1', [title]);

test('anybody reads the rules; their version is 0 until there are any', async () => {
  expect(await readRules()).toEqual({ version: 0, changed_at: null, rules: [] });
});

test('admins set all rules together; each change raises the version and is logged', async () => {
  const { status, json } = await setRules(0, [
    { title: 'Your own work', body: 'Say who else made it.' },
    { title: 'The work, not the person', is_urgent: true },
  ]);
  expect(status).toBe(200);
  expect(json.data).toMatchObject({ version: 1, rules: [{ title: 'Your own work' }, { is_urgent: true, body: '' }] });
  expect(await readRules()).toEqual(json.data);
  const log = await app.call('GET', '/moderation/log?action=update_rules', { token: admin.token });
  expect(log.json.data).toMatchObject([
    { action: 'update_rules', note: null, details: { type: 'rules', version: 1, ask_again: false }, actor: { id: admin.id } },
  ]);
});

test('a moved rule keeps its id; changed text makes a new rule and keeps the old one', async () => {
  const { rules } = await readRules();
  const [firstRule, person] = rules;
  const { json } = await setRules(1, [{ ...person, title: 'The work, never the person' }, firstRule, { title: 'No adverts' }]);
  const currentRules = json.data.rules;
  expect(currentRules.map(({ title }: { title: string }) => title)).toEqual(['The work, never the person', 'Your own work', 'No adverts']);
  expect(currentRules[0].id).not.toBe(person.id);
  expect(currentRules[1].id).toBe(firstRule.id);
  expect(await listByTitle('The work, not the person')).toEqual([{ id: person.id, position: null }]);
});

test('changing whether a rule is urgent keeps its id', async () => {
  const { version, rules } = await readRules();
  const { json } = await setRules(version, [{ ...rules[0], is_urgent: false }, ...rules.slice(1)]);
  expect(json.data.rules[0]).toEqual({ ...rules[0], is_urgent: false });
});

test('an outdated change is refused with the current rules', async () => {
  const earlier = await readRules();
  const { status, json } = await setRules(earlier.version - 1, [{ title: 'Mine' }]);
  expect(status).toBe(409);
  expect(json).toMatchObject({ code: 'conflict', reason: 'rulesChanged', data: earlier });
  expect(await readRules()).toEqual(earlier);
});

test('when two admins change one version, one is refused', async () => {
  const { version } = await readRules();
  const answers = await Promise.all(['One', 'Two', 'Three'].map((title) => setRules(version, [{ title }])));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const later = await readRules();
  expect(later.version).toBe(version + 1);
  expect(later.rules).toHaveLength(1);
});

test('sending the id of a retired rule creates a new rule', async () => {
  const [retired] = await listByTitle('No adverts');
  const { version } = await readRules();
  const { json } = await setRules(version, [{ id: retired!.id, title: 'No adverts' }]);
  expect(json.data.rules[0].id).not.toBe(retired!.id);
});

test('a rule needs a title, ids are unique, and there are at most thirty rules', async () => {
  const { version, rules } = await readRules();
  expect((await setRules(version, [{ title: ' ​ ' }])).json.errors).toHaveProperty(['rules.0.title']);
  expect((await setRules(version, [rules[0], rules[0]])).json.errors).toHaveProperty('rules');
  expect(
    (
      await setRules(
        version,
        Array.from({ length: 31 }, (_, n) => ({ title: `Rule ${n}` })),
      )
    ).json.errors,
  ).toHaveProperty('rules');
  expect((await readRules()).version).toBe(version);
});

test('all rules can be retired', async () => {
  const { version } = await readRules();
  expect((await setRules(version, [])).json.data).toMatchObject({ version: version + 1, rules: [] });
});

test('only admins set rules', async () => {
  const { version } = await readRules();
  for (const role of ['member', 'moderator']) {
    const { status, json } = await setRules(version, [{ title: 'Mine' }], await addTestMember(app, { role }));
    expect([status, json.code]).toEqual([403, 'admin_only']);
  }
  expect((await app.call('PUT', '/admin/rules', { json: { version, rules: [] } })).status).toBe(401);
});
