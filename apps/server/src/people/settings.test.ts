import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../testing/app.ts';
import { registration } from '../testing/matrix/rows/account.ts';
import { setMember } from '../testing/posts.ts';
import { whileChanging } from '../testing/run-concurrently.ts';

describe('settings', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const readSettings = ({ token }: TestMember): Promise<TestAnswer> => app.call('GET', '/me/forum-settings', { token });
  const save = ({ token }: TestMember, json: unknown): Promise<TestAnswer> => app.call('PUT', '/me/forum-settings', { token, json });
  const settingsOf = async (member: TestMember): Promise<Record<string, unknown>> => (await readSettings(member)).json.data;

  const paid = { plan_name: 'Premium' };
  const lapsed = { plan_name: 'Premium', plan_ends_at: new Date(Date.now() - 1000) };
  const paces = {
    likes: 'off',
    comments: 'daily',
    follows: 'daily',
    mentions: 'instant',
    replies: 'daily',
    forum: 'daily',
    challenges: 'daily',
    messages: 'instant',
  };
  const preferences = { ...paces, digest: 'off' };
  const pushed = {
    likes: false,
    comments: true,
    follows: true,
    mentions: true,
    replies: true,
    forum: true,
    challenges: true,
    messages: true,
  };

  test('a newcomer starts with default settings, the same as in their account', async () => {
    const member = await addTestMember(app);
    expect(await settingsOf(member)).toEqual({
      profile_visibility: 'public',
      post_visibility: 'public',
      contact_visibility: 'everyone',
      show_online_status: true,
      allow_direct_messages: true,
      direct_messages_from: 'everyone',
      show_read_receipts: true,
      show_typing: true,
      show_email: false,
      show_phone_number: false,
      show_location: true,
      show_birthday: false,
      show_to_visitors: true,
      tags_in_following: false,
      sensitive_photos: 'warn',
      may_be_named: true,
      takes_alt_proposals: true,
      notify_on_mention: true,
      notify_on_reply: true,
      notify_on_follow: true,
      notify_on_like: true,
      notify_on_comment: true,
      notify_on_forum: true,
      notify_on_challenge: true,
      push_notification_preferences: pushed,
      email_notification_preferences: preferences,
      locale: null,
      time_zone: null,
      muted_words: [],
    });
    expect((await app.call('GET', '/me', { token: member.token })).json.data.forum_settings).toEqual(await settingsOf(member));
  });

  test('only sent fields change, and the answer contains all settings', async () => {
    const member = await addTestMember(app);
    const settingsBefore = await settingsOf(member);
    const change = { contact_visibility: 'registered', show_location: false, notify_on_follow: false };
    const { status, json } = await save(member, change);
    expect([status, json.message]).toEqual([200, sentences.settingsSaved]);
    expect(json.data).toEqual({ ...settingsBefore, ...change });
    expect(await settingsOf(member)).toEqual(json.data);
    expect((await save(member, {})).json.data).toEqual(json.data);
  });

  test('a save keeps settings that a concurrent transaction changed', async () => {
    const member = await addTestMember(app);
    const { json } = await whileChanging(
      app,
      () => save(member, { show_email: true }),
      (run) => run(`update members set show_location = false, muted_words = '{spiders}' where id = $1`, [member.id]),
      () => undefined,
    );
    expect(json.data).toMatchObject({ show_email: true, show_location: false, muted_words: ['spiders'] });
  });

  test('only sent mail preferences change', async () => {
    const member = await addTestMember(app);
    const { json } = await save(member, { email_notification_preferences: { likes: 'instant', digest: 'weekly', unknown: 'x' } });
    expect(json.data.email_notification_preferences).toEqual({ ...preferences, likes: 'instant', digest: 'weekly' });
    expect((await save(member, { email_notification_preferences: {} })).json.data).toEqual(json.data);
  });

  test('only sent push preferences change', async () => {
    const member = await addTestMember(app);
    const { json } = await save(member, {
      push_notification_preferences: { likes: true, forum: false, unknown: 1 },
      notify_on_like: false,
    });
    expect(json.data).toMatchObject({ push_notification_preferences: { ...pushed, likes: true, forum: false }, notify_on_like: false });
    expect((await save(member, { push_notification_preferences: {} })).json.data).toEqual(json.data);
  });

  test('saving muted words replaces the whole list, trims words and drops duplicates', async () => {
    const member = await addTestMember(app);
    const { json } = await save(member, { muted_words: [' Élection ', 'football match', 'Élection'] });
    expect(json.data.muted_words).toEqual(['Élection', 'football match']);
    expect((await save(member, { show_email: true })).json.data.muted_words).toEqual(['Élection', 'football match']);
    expect((await app.call('GET', '/me', { token: member.token })).json.data.forum_settings.muted_words).toEqual(json.data.muted_words);
    expect((await save(member, { muted_words: [] })).json.data.muted_words).toEqual([]);
  });

  test('muted words are private', async () => {
    const [member, otherMember] = [await addTestMember(app), await addTestMember(app)];
    await save(member, { muted_words: ['zugzwang'] });
    const profileAnswer = await app.call('GET', `/users/${member.username}`, { token: otherMember.token });
    expect(profileAnswer.status).toBe(200);
    expect(JSON.stringify(profileAnswer.json)).not.toMatch(/zugzwang|muted_words/);
    expect(await settingsOf(otherMember)).toMatchObject({ muted_words: [] });
  });

  test('the list of muted words has a maximum length', async () => {
    const member = await addTestMember(app);
    const words = Array.from({ length: 101 }, (_, number) => `word ${number}`);
    expect((await save(member, { muted_words: words.slice(1) })).json.data.muted_words).toHaveLength(100);
    expect((await save(member, { muted_words: words })).json.errors).toHaveProperty('muted_words');
    expect((await settingsOf(member)).muted_words).toEqual(words.slice(1));
  });

  test('public contacts are visible to everyone', async () => {
    const member = await addTestMember(app, { contact_visibility: 'private' });
    expect((await save(member, { contact_visibility: 'public' })).json.data.contact_visibility).toBe('everyone');
  });

  test.each([
    [{ profile_visibility: 'hidden' }, 'profile_visibility'],
    [{ profile_visibility: null }, 'profile_visibility'],
    [{ post_visibility: 'private' }, 'post_visibility'],
    [{ contact_visibility: 'me' }, 'contact_visibility'],
    [{ show_email: 'true' }, 'show_email'],
    [{ notify_on_reply: 1 }, 'notify_on_reply'],
    [{ notify_on_forum: 'no' }, 'notify_on_forum'],
    [{ muted_words: 'elections' }, 'muted_words'],
    [{ muted_words: null }, 'muted_words'],
    [{ muted_words: ['...'] }, 'muted_words.0'],
    [{ muted_words: [' '] }, 'muted_words.0'],
    [{ muted_words: ['x'.repeat(61)] }, 'muted_words.0'],
    [{ push_notification_preferences: { likes: 'instant' } }, 'push_notification_preferences.likes'],
    [{ push_notification_preferences: true }, 'push_notification_preferences'],
    [{ email_notification_preferences: { likes: 'weekly' } }, 'email_notification_preferences.likes'],
    [{ email_notification_preferences: { digest: 'daily' } }, 'email_notification_preferences.digest'],
    [{ email_notification_preferences: 'off' }, 'email_notification_preferences'],
    [{ locale: 'fr_FR' }, 'locale'],
    [{ locale: '' }, 'locale'],
    [{ locale: ['en'] }, 'locale'],
    [{ locale: 'tlh' }, 'locale'],
    [{ locale: 'en-XA' }, 'locale'],
  ])('%j is refused at its field, and nothing is saved', async (change, field) => {
    const member = await addTestMember(app);
    const settingsBefore = await settingsOf(member);
    const { status, json } = await save(member, { show_birthday: true, ...change });
    expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
    expect(await settingsOf(member)).toEqual(settingsBefore);
  });

  const refusals = [
    [{ profile_visibility: 'private' }, { profile_visibility: [sentences.upgradeForProfileVisibility] }],
    [{ post_visibility: 'followers' }, { post_visibility: [sentences.upgradeForPostVisibility] }],
    [
      { profile_visibility: 'private', post_visibility: 'followers' },
      { profile_visibility: [sentences.upgradeForProfileVisibility], post_visibility: [sentences.upgradeForPostVisibility] },
    ],
  ] as const;

  test.each(refusals)('%j needs a plan in force, otherwise nothing is saved', async (change, errors) => {
    for (const plan of [{}, lapsed]) {
      const member = await addTestMember(app, plan);
      const settingsBefore = await settingsOf(member);
      const { status, json } = await save(member, { ...change, show_email: true });
      expect([status, json.code, json.message, json.errors]).toEqual([403, 'upgrade_required', Object.values(errors)[0]![0], errors]);
      expect(await settingsOf(member)).toEqual(settingsBefore);
    }
  });

  test('a paid member chooses who sees profile and posts', async () => {
    const member = await addTestMember(app, paid);
    for (const change of [
      { profile_visibility: 'private' },
      { post_visibility: 'followers' },
      { profile_visibility: 'public', post_visibility: 'public' },
    ])
      expect((await save(member, change)).json.data).toMatchObject(change);
  });

  test('settings of an ended plan stay, may be sent unchanged, and can only become public', async () => {
    const restrictedVisibility = { profile_visibility: 'private', post_visibility: 'followers' };
    const member = await addTestMember(app, { ...lapsed, ...restrictedVisibility });
    expect(await settingsOf(member)).toMatchObject(restrictedVisibility);
    expect((await save(member, { ...restrictedVisibility, show_email: true })).json.data).toMatchObject({
      ...restrictedVisibility,
      show_email: true,
    });
    expect((await save(member, { profile_visibility: 'public', post_visibility: 'followers' })).status).toBe(200);
    expect((await save(member, { profile_visibility: 'private' })).json.code).toBe('upgrade_required');
    expect((await save(member, { post_visibility: 'public' })).status).toBe(200);
    expect((await save(member, { post_visibility: 'followers' })).json.code).toBe('upgrade_required');
    expect(await settingsOf(member)).toMatchObject({ profile_visibility: 'public', post_visibility: 'public' });
  });

  test('saves concurrent with the end of a plan are refused once the plan has ended', async () => {
    const member = await addTestMember(app, paid);
    const late = await whileChanging(
      app,
      () => save(member, { profile_visibility: 'private' }),
      (run) => run('update members set plan_name = null where id = $1', [member.id]),
      () => undefined,
    );
    expect(late.status).toBe(403);

    const racing = await addTestMember(app, paid);
    const saves = Array.from({ length: 10 }, (_, n) =>
      save(racing, n % 2 ? { profile_visibility: 'private' } : { post_visibility: 'followers' }),
    );
    const [ended, ...answers] = await Promise.all([setMember(app, racing, { plan_name: null }), ...saves]);
    expect(ended).toBeUndefined();
    expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true);
    const settings = await settingsOf(racing);
    // Accepted values are stored; refused ones are not.
    for (const [n, field, value] of [
      [1, 'profile_visibility', 'private'],
      [0, 'post_visibility', 'followers'],
    ] as const)
      expect(settings[field] === value).toBe(answers.some(({ status }, index) => index % 2 === n && status === 200));
  });

  test('settings are private to the member', async () => {
    const [member, otherMember] = [await addTestMember(app), await addTestMember(app, paid)];
    const settingsBefore = await settingsOf(member);
    for (const id of ['id', 'user_id', 'member_id']) await save(otherMember, { [id]: member.id, show_email: true });
    expect(await settingsOf(member)).toEqual(settingsBefore);
    expect((await app.call('GET', '/me/forum-settings')).status).toBe(401);
    expect((await app.call('PUT', '/me/forum-settings', { json: { show_email: true } })).status).toBe(401);
    const pending = await addTestMember(app, { email_verified_at: null });
    expect((await readSettings(pending)).json.code).toBe('email_unverified');
    expect((await save(pending, {})).json.code).toBe('email_unverified');
  });

  test.each([
    ['id', 'x'],
    ['role', 'admin'],
    ['subscription', { is_active: true, is_paid_plan: true }],
    ['is_paid', true],
    ['is_paid_plan', true],
    ['plan_name', 'Premium'],
    ['username', 'root'],
    ['audience', 'followers'],
    ['accent', 'leaf'],
  ])('%s is not a setting and stays unchanged', async (field, value) => {
    const member = await addTestMember(app);
    // Omits the version: writes without changes raise the version too.
    const rowOf = async (): Promise<unknown> =>
      (await app.db.row<{ kept: object }>(`select to_jsonb(m) - 'version' as kept from members m where m.id = $1`, [member.id]))!.kept;
    const rowBefore = await rowOf();
    expect((await save(member, { [field]: value })).status).toBe(200);
    expect(await rowOf()).toEqual(rowBefore);
    expect((await save(member, { [field]: value, profile_visibility: 'private' })).json.code).toBe('upgrade_required');
  });
});

describe('the language setting', () => {
  /** Offers two languages. */
  let app: TestApp;
  /** Same database, with the second language switched off. */
  let englishOnly: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ LOCALES: 'en,en-XA' });
    englishOnly = await startTestApp({}, {}, { beside: app });
  });
  afterAll(async () => {
    await englishOnly.close();
    await app.close();
  });

  const choose = (node: TestApp, { token }: TestMember, locale: unknown) =>
    node.call('PUT', '/me/forum-settings', { token, json: { locale } });
  const readLocale = async (node: TestApp, token: string): Promise<unknown> =>
    (await node.call('GET', '/me', { token })).json.data.forum_settings.locale;
  const register = (json: Record<string, unknown>) => app.call('POST', '/auth/register', { json: registration(json) });

  test('a member chooses a language, keeps it through other changes, and resets it', async () => {
    const member = await addTestMember(app);
    expect(await readLocale(app, member.token)).toBeNull();
    expect((await choose(app, member, 'en-XA')).json.data.locale).toBe('en-XA');
    await app.call('PUT', '/me/forum-settings', { token: member.token, json: { show_birthday: true } });
    expect(await readLocale(app, member.token)).toBe('en-XA');
    expect((await choose(app, member, null)).json.data.locale).toBeNull();
    expect(await readLocale(app, member.token)).toBeNull();
  });

  test('only offered languages can be chosen, and one no longer offered is ignored', async () => {
    const member = await addTestMember(app);
    const { status, json } = await choose(englishOnly, member, 'en-XA');
    expect([status, json.errors]).toEqual([422, { locale: ['Choose one of the languages offered.'] }]);
    await choose(app, member, 'en-XA');
    expect(await readLocale(englishOnly, member.token)).toBeNull();
    expect(await readLocale(app, member.token)).toBe('en-XA');
  });

  test('a new member keeps the language of the registration page', async () => {
    expect((await register({ locale: 'en-XA' })).json.user.forum_settings.locale).toBe('en-XA');
    expect((await register({})).json.user.forum_settings.locale).toBeNull();
  });

  test('registering ignores a language that is not offered, and refuses a malformed one', async () => {
    expect((await register({ locale: 'yo' })).json.user.forum_settings.locale).toBeNull();
    const { status, json } = await register({ locale: 'en\n' });
    expect([status, Object.keys(json.errors)]).toEqual([422, ['locale']]);
  });

  test('Accept-Language and the language cookie do not change API answers', async () => {
    const { token } = await addTestMember(app, { locale: 'en-XA' });
    const headers = { 'accept-language': 'en-XA', 'cookie': 'mbari_locale=en-XA' };
    const { json, headers: responseHeaders } = await app.call('GET', '/forum/topics/none', { token, headers });
    expect([json.message, responseHeaders.get('vary')]).toEqual([
      (await app.call('GET', '/forum/topics/none', { token })).json.message,
      null,
    ]);
  });

  test('languages are listed by their own names', async () => {
    expect((await app.call('GET', '/site')).json.data.languages).toEqual([
      { tag: 'en', name: 'English' },
      { tag: 'en-XA', name: 'Ëñğļïšĥ' },
    ]);
  });
});
