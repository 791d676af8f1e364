import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { register } from '../testing/accounts.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../testing/app.ts';

describe('the rules', () => {
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
    expect(currentRules.map(({ title }: { title: string }) => title)).toEqual([
      'The work, never the person',
      'Your own work',
      'No adverts',
    ]);
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
});

describe('acceptance of the rules', () => {
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
});
