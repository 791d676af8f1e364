import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { stockAvatars, stockAvatarUrl } from '@mbari/contract/people/profile-fields';
import * as sentences from '@mbari/contract/platform/sentences';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { whileChanging } from '../testing/run-concurrently.ts';

describe('the own profile', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const change = (member: TestMember, json: unknown) => app.call('POST', '/me/profile', { token: member.token, json });
  const me = async (member: TestMember) => (await app.call('GET', '/me', { token: member.token })).json.data;
  const addNewcomer = () =>
    addTestMember(app, { gender: null, date_of_birth: null, occupation: null, bio: null, country_code: '+234' }, { interests: false });

  function form(fields: Record<string, string>, image?: Buffer, name = 'me.jpg'): FormData {
    const data = new FormData();
    for (const [field, value] of Object.entries(fields)) data.append(field, value);
    if (image) data.append('profile_image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), name);
    return data;
  }
  const send = (member: TestMember, data: FormData) => app.call('POST', '/me/profile', { token: member.token, form: data });
  const avatarFile = (): Promise<Buffer> =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: '#ad4828' } })
      .jpeg()
      .toBuffer();

  test('the onboarding is complete only after all four steps', async () => {
    const member = await addNewcomer();
    expect((await me(member)).has_onboarding).toBe(false);
    const steps: [string, string, unknown][] = [
      ['POST', '/me/profile', { profile_image: stockAvatarUrl('gele') }],
      ['POST', '/me/profile', { gender: 'non-binary', date_of_birth: '1990-02-28', occupation: 'Weaver' }],
      ['POST', '/me/profile', { bio: 'I weave aṣọ òkè.' }],
    ];
    for (const [method, endpointPath, json] of steps) {
      expect((await app.call(method, endpointPath, { token: member.token, json })).json.data.has_onboarding).toBe(false);
      expect((await app.call('GET', '/photos', { token: member.token })).json.code).toBe('onboarding_required');
    }
    const { selected } = (await app.call('PUT', '/me/interests', { token: member.token, json: { category_ids: ['music'] } })).json;
    expect(await me(member)).toMatchObject({
      has_onboarding: true,
      interests: [selected[0].id],
      viewer: { may_post: true, images_per_post: 1 },
    });
    expect((await app.call('GET', '/photos', { token: member.token })).status).toBe(200);
  });

  test('only the fields sent are changed', async () => {
    const member = await addTestMember(app, { name: 'Before', occupation: 'Potter', country_code: '+234' });
    const { status, json } = await change(member, { name: '  Àṣà Ọkàn ', country: 'ng' });
    expect([status, json.message]).toEqual([200, sentences.profileUpdated]);
    expect(json.data).toMatchObject({ name: 'Àṣà Ọkàn', occupation: 'Potter', bio: 'I weave.', gender: 'female', country: 'NG' });
    expect(json.data).toEqual(await me(member));
    expect((await change(member, {})).json.data).toEqual(json.data);
  });

  test('fields that a concurrent transaction changes are kept', async () => {
    const member = await addTestMember(app, { name: 'Before' });
    const { json } = await whileChanging(
      app,
      () => change(member, { name: 'After' }),
      (run) => run(`update members set occupation = 'Dyer', phone = null where id = $1`, [member.id]),
      () => undefined,
    );
    expect(json.data).toMatchObject({ name: 'After', occupation: 'Dyer', phone: null });
  });

  test('changing the profile ignores role, address, plan and other account fields', async () => {
    const member = await addTestMember(app);
    const userBefore = await me(member);
    const fields = {
      id: 'x',
      role: 'admin',
      email: 'x@example.test',
      email_verified_at: '2020-01-01',
      plan_name: 'Premium',
      username: 'root',
      has_onboarding: false,
    };
    const { status } = await change(member, { ...fields, followers_count: 9, subscription: { is_active: true }, suspended_at: null });
    expect(status).toBe(200);
    expect(await me(member)).toEqual(userBefore);
  });

  test('a gender can be spelled with hyphens or underscores', async () => {
    const member = await addTestMember(app);
    for (const gender of ['prefer_not_to_say', 'prefer-not-to-say'])
      expect((await change(member, { gender })).json.data.gender).toBe('prefer-not-to-say');
    for (const gender of ['male', 'female', 'non-binary', 'other'])
      expect((await change(member, { gender })).json.data.profile.gender).toBe(gender);
  });

  test('members are at least eighteen', async () => {
    const member = await addTestMember(app);
    const day = (years: number, days: number): string => {
      const date = new Date();
      date.setUTCFullYear(date.getUTCFullYear() - years);
      date.setUTCDate(date.getUTCDate() + days);
      return date.toISOString().slice(0, 10);
    };
    const young = await change(member, { date_of_birth: day(18, 1) });
    expect([young.status, young.json.errors.date_of_birth]).toEqual([422, [sentences.tooYoung]]);
    expect((await change(member, { date_of_birth: day(18, -1) })).status).toBe(200);
    for (const invalidDate of ['1990-02-30', '1899-12-31', '90-01-01', 'yesterday', '1990-01-01T00:00:00Z'])
      expect((await change(member, { date_of_birth: invalidDate })).status).toBe(422);
  });

  test('a phone number is stored in international form by the member’s country, and can be removed', async () => {
    const member = await addTestMember(app, { country_code: '+234' });
    expect((await change(member, { phone: '0803 123 4567' })).json.data.phone).toBe('+2348031234567');
    expect((await change(member, { phone: '+33 6 12 34 56 78' })).json.data.phone).toBe('+33612345678');
    expect(Object.keys((await change(member, { phone: '12' })).json.errors)).toEqual(['phone']);
    expect((await change(member, { phone: '' })).json.data.phone).toBeNull();
  });

  test('a country is an existing two-letter code, and can be removed', async () => {
    const member = await addTestMember(app);
    expect((await change(member, { country: 'gh' })).json.data.country).toBe('GH');
    for (const country of ['ZZ', 'XK', 'NGA', 'N', '12', 'Nigeria', null])
      expect([country, Object.keys((await change(member, { country })).json.errors)]).toEqual([country, ['country']]);
    expect((await change(member, { bio: 'I still weave.' })).json.data.country).toBe('GH');
    expect((await send(member, form({ country: '' }))).json.data.country).toBeNull();
  });

  test('required fields cannot be emptied, and texts have a maximum length', async () => {
    const member = await addTestMember(app);
    const userBefore = await me(member);
    for (const field of ['name', 'bio', 'occupation', 'gender', 'date_of_birth'])
      for (const empty of ['', ' \u200b '])
        expect([field, Object.keys((await change(member, { [field]: empty })).json.errors)]).toEqual([field, [field]]);
    for (const [field, maxLength] of [['name', 80] as const, ['bio', 160] as const, ['occupation', 80] as const]) {
      expect(Object.keys((await change(member, { [field]: '🎨'.repeat(maxLength + 1) })).json.errors)).toEqual([field]);
      expect((await change(member, { [field]: '🎨'.repeat(maxLength) })).json.data[field]).toBe('🎨'.repeat(maxLength));
    }
    expect({ ...(await me(member)), name: '', bio: '', occupation: '', profile: {} }).toEqual({
      ...userBefore,
      name: '',
      bio: '',
      occupation: '',
      profile: {},
    });
  });

  test('social links are web addresses; sent ones are set, empty ones removed, others kept', async () => {
    const member = await addTestMember(app);
    await change(member, { social_links: { twitter: 'https://twitter.com/ada', github: 'https://github.com/ada' } });
    const { json } = await change(member, { social_links: { twitter: '', facebook: 'http://facebook.com/ada' } });
    expect(json.data.social_links).toEqual({ github: 'https://github.com/ada', facebook: 'http://facebook.com/ada' });
    expect(json.data.profile.social_links).toEqual(json.data.social_links);
    for (const link of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://',
      '//evil.example',
      'https:evil',
      'https://a@b.example',
      'ftp://x.example',
      'https://x.example\\@y',
    ])
      expect([link, (await change(member, { social_links: { twitter: link } })).status]).toEqual([link, 422]);
    expect((await change(member, { social_links: { myspace: 'https://myspace.com/ada' } })).status).toBe(422);
    const answer = await send(member, form({ social_links: '{"linkedin":"https://linkedin.com/in/ada"}' }));
    expect(answer.json.data.social_links.linkedin).toBe('https://linkedin.com/in/ada');
    expect((await send(member, form({ social_links: 'not json' }))).status).toBe(422);
  });

  test('a stock picture is chosen by either name, and other URLs are refused', async () => {
    const member = await addTestMember(app);
    for (const [field, name] of [
      ['profile_image', stockAvatars[0]],
      ['profile_image_url', stockAvatars[1]],
    ] as const) {
      const { data } = (await change(member, { [field]: stockAvatarUrl(name) })).json;
      const { avatar_url, profile_image, profile_photo, profile_picture } = data;
      expect([avatar_url, profile_image, profile_photo, profile_picture, data.profile.profile_image]).toEqual(
        Array(5).fill(stockAvatarUrl(name)),
      );
    }
    for (const address of [
      'https://evil.example/x.png',
      '/avatars/none.svg',
      '/media/x',
      'http://169.254.169.254/',
      'data:image/png;base64,',
    ])
      expect((await change(member, { profile_image_url: address })).status).toBe(422);
  });

  test('an uploaded picture replaces the previous one immediately', async () => {
    const member = await addTestMember(app);
    const first = await send(member, form({ name: 'With a face' }, await avatarFile()));
    expect(first.status).toBe(200);
    expect(first.json.data.name).toBe('With a face');
    const avatarUrl = first.json.data.avatar_url as string;
    expect(avatarUrl).toMatch(/^\/media\/[0-9a-f-]{36}\/320\.webp$/);
    const response = await fetch(app.url + avatarUrl);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(width).toBe(height);

    const second = await send(member, form({}, await avatarFile()));
    expect(second.json.data.avatar_url).not.toBe(avatarUrl);
    expect((await fetch(app.url + avatarUrl)).status).toBe(404);
    await change(member, { profile_image: stockAvatarUrl('mask') });
    expect((await me(member)).avatar_url).toBe(stockAvatarUrl('mask'));
    expect((await fetch(app.url + second.json.data.avatar_url)).status).toBe(404);
    const rows = await app.db.rows<{ gone: boolean }>('select deleted_at is not null as gone from images where member_id = $1', [
      member.id,
    ]);
    expect(rows).toEqual([{ gone: true }, { gone: true }]);
  });

  test('two concurrent uploads leave one picture', async () => {
    const member = await addTestMember(app);
    const image = await avatarFile();
    const answers = await Promise.all([send(member, form({}, image)), send(member, form({}, image))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await app.db.rows<{ gone: boolean; worn: boolean }>(
      `select i.deleted_at is not null as gone, m.avatar_image_id = i.id as worn from images i join members m on m.id = i.member_id
      where m.id = $1 order by gone`,
      [member.id],
    );
    expect(rows).toEqual([
      { gone: false, worn: true },
      { gone: true, worn: false },
    ]);
  });

  test('a file that is no picture, or too large, changes nothing', async () => {
    const member = await addTestMember(app);
    const userBefore = await me(member);
    const listUploads = async (): Promise<string[]> => readdir(path.join(app.context.config.dataFolder, 'uploads'), { recursive: true });
    const files = await listUploads();
    const text = await send(
      member,
      form({ name: 'Changed' }, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'me.svg'),
    );
    expect([text.status, text.json.errors.profile_image]).toEqual([422, [sentences.avatarNotImage]]);
    const large = await send(member, form({ name: 'Changed' }, Buffer.alloc(5 * 1024 * 1024)));
    expect([large.status, large.json.message]).toEqual([413, sentences.avatarTooLarge]);
    const otherForm = form({ name: 'Changed' });
    otherForm.append('images[0]', new Blob(['x']), 'x.jpg');
    expect((await send(member, otherForm)).status).toBe(422);
    expect((await send(member, form({ name: '', bio: 'x' }, await avatarFile()))).status).toBe(422);
    expect(await me(member)).toEqual(userBefore);
    expect((await listUploads()).filter((name) => /webp|jpeg/.test(name))).toEqual(files.filter((name) => /webp|jpeg/.test(name)));
  });

  test('visitors, unverified and suspended members cannot change a profile', async () => {
    expect((await app.call('POST', '/me/profile', { json: { name: 'x' } })).status).toBe(401);
    const unverified = await addTestMember(app, { email_verified_at: null });
    expect((await change(unverified, { name: 'x' })).json.code).toBe('email_unverified');
    expect((await send(unverified, form({ name: 'x' }, await avatarFile()))).json.code).toBe('email_unverified');
    const suspended = await addTestMember(app, { suspended_at: new Date() });
    expect((await change(suspended, { name: 'x' })).status).toBe(401);
  });

  test('plans are shown as none, running or ended', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000);
    const secondAgo = new Date(Date.now() - 1_000);
    const cases = [
      [{}, { is_active: false, is_paid_plan: false, plan_name: null }, 1],
      [{ plan_name: 'Premium', plan_ends_at: tomorrow }, { is_active: true, is_paid_plan: true, plan_name: 'Premium' }, 3],
      [{ plan_name: 'Premium' }, { is_active: true, is_paid_plan: true, plan_name: 'Premium' }, 3],
      [{ plan_name: 'Premium', plan_ends_at: secondAgo }, { is_active: false, is_paid_plan: true, plan_name: 'Premium' }, 1],
    ] as const;
    for (const [columns, subscription, images] of cases) {
      const currentUser = await me(await addTestMember(app, columns));
      const ends_at = 'plan_ends_at' in columns ? columns.plan_ends_at.toISOString() : null;
      expect([currentUser.subscription, currentUser.viewer.images_per_post]).toEqual([{ ...subscription, ends_at }, images]);
    }
  });
});

describe('interests', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const readInterests = async (token: string) => (await app.call('GET', '/me/interests', { token })).json;
  const choose = (token: string, category_ids: unknown) => app.call('PUT', '/me/interests', { token, json: { category_ids } });

  test('a member selects from twelve interests, replacing the previous ones', async () => {
    const { token } = await addTestMember(app, {}, { interests: false });
    const { available, selected } = await readInterests(token);
    expect(available).toHaveLength(12);
    expect(available[0]).toEqual({ id: expect.any(String), name: 'Music', slug: 'music' });
    expect(selected).toEqual([]);
    const answer = await choose(token, [available[3].id, available[1].id, available[1].id]);
    expect(answer.status).toBe(200);
    expect(answer.json.selected).toEqual([available[1], available[3]]);
    await choose(token, [available[11].id]);
    expect((await readInterests(token)).selected).toEqual([available[11]]);
  });

  test('an interest is given by id, slug or name', async () => {
    const { token } = await addTestMember(app, {}, { interests: false });
    const { available } = await readInterests(token);
    const { selected } = (await choose(token, [available[0].id, 'Dance', 'TEXTILE'])).json;
    expect(selected).toEqual(available.slice(0, 3));
  });

  test('one unknown interest refuses all', async () => {
    const { token } = await addTestMember(app, {}, { interests: false });
    await choose(token, ['music']);
    for (const ids of [
      [],
      ['music', 'no such thing'],
      ['019aa000-0000-7000-8000-0000000000ff'],
      ['__proto__'],
      ['music\0'],
      ['music', '\0'],
      ["' or 1=1 --"],
      Array(51).fill('music'),
      'music',
      { length: 1 },
      [null],
    ]) {
      const { status, json } = await choose(token, ids);
      expect(status).toBe(422);
      expect(Object.keys(json.errors)[0]).toMatch(/^category_ids/);
    }
    expect((await readInterests(token)).selected.map(({ slug }: { slug: string }) => slug)).toEqual(['music']);
  });

  test('concurrent selections leave one of them, not a mixture', async () => {
    const { token } = await addTestMember(app, {}, { interests: false });
    await Promise.all(Array.from({ length: 10 }, (_, index) => choose(token, index % 2 ? ['music', 'dance'] : ['film', 'food'])));
    const slugs = (await readInterests(token)).selected.map(({ slug }: { slug: string }) => slug);
    expect([
      ['music', 'dance'],
      ['food', 'film'],
    ]).toContainEqual(slugs);
  });

  test('interests require a verified member', async () => {
    expect((await app.call('GET', '/me/interests')).status).toBe(401);
    const { token } = await addTestMember(app, { email_verified_at: null });
    expect((await app.call('GET', '/me/interests', { token })).json.code).toBe('email_unverified');
    expect((await choose(token, ['music'])).json.code).toBe('email_unverified');
  });
});
