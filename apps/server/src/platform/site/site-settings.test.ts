import * as sentences from '@mbari/contract/platform/sentences';
import { settingNames, sitePageNames, siteSettings } from '@mbari/contract/platform/site-settings';
import { wordsFor } from '@mbari/words/words-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { sweepImages } from '../images/sweep-images.ts';

describe('settings of the community', () => {
  let app: TestApp;
  let otherNode: TestApp;
  let admin: TestMember;
  beforeAll(async () => {
    app = await startTestApp({ PRICING_URL: 'https://pay.example/plans' });
    otherNode = await startTestApp({ PRICING_URL: 'https://pay.example/plans' }, {}, { beside: app });
    admin = await addTestMember(app, { role: 'admin' });
  });
  afterAll(async () => {
    await otherNode.close();
    await app.close();
  });

  const read = async () => (await app.call('GET', '/admin/site', { token: admin.token })).json.data;
  const change = async (fields: object, node = app) =>
    node.call('PUT', '/admin/site', { token: admin.token, json: { version: (await read()).version, ...fields } });
  const readSite = async (node = app) => (await node.call('GET', '/site')).json.data;

  test('unset settings come from the environment', async () => {
    expect(await read()).toMatchObject({
      ...{ name: null, tagline: null, logo: null, accent: null, pricing_url: null, locales: null, about: null },
      defaults: { name: 'Mbari', pricing_url: 'https://pay.example/plans', default_locale: 'en' },
    });
    expect(await readSite()).toMatchObject({ name: 'Mbari', pricing_url: 'https://pay.example/plans', accent: null, visitors: 'closed' });
  });

  test('each setting’s column is nullable, has no default and has the type of the setting’s kind', async () => {
    const columns = await app.db.rows(
      `select column_name as name, data_type as type, is_nullable as nullable, column_default as "default"
       from information_schema.columns where table_name = 'site_settings'
        and column_name not in ('is_only', 'version', 'logo_image_id', 'changed_at')`,
    );
    const column = (name: string, type = 'text') => ({ name, type, nullable: 'YES', default: null });
    expect(columns.toSorted((a, b) => (a['name'] < b['name'] ? -1 : 1))).toEqual(
      [
        ...settingNames.map((name) => column(name, siteSettings[name].kind === 'locales' ? 'ARRAY' : 'text')),
        ...sitePageNames.map((name) => column(`${name}_html`)),
      ].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
  });

  test('a change applies on every node within a second and is logged', async () => {
    await readSite(otherNode);
    const { status, json } = await change({
      name: 'Osogbo Prints',
      tagline: 'Ink and cloth',
      accent: '#7A2E12',
      pricing_url: 'https://a.example/',
    });
    expect([status, json.data.accent, json.message]).toEqual([200, '#7a2e12', 'Settings saved successfully']);
    const appearance = { name: 'Osogbo Prints', tagline: 'Ink and cloth', accent: '#7a2e12', pricing_url: 'https://a.example/' };
    expect(await readSite()).toMatchObject(appearance);
    await expect.poll(() => readSite(otherNode), { timeout: 1_000 }).toMatchObject(appearance);
    const { json: log } = await app.call('GET', '/moderation/log?action=change_site', { token: admin.token });
    expect(log.data[0]).toMatchObject({
      actor: { id: admin.id },
      details: { type: 'site', fields: ['name', 'tagline', 'accent', 'pricing_url'] },
    });
    await change({ name: '', tagline: null, accent: null, pricing_url: null });
    expect(await readSite()).toMatchObject({ name: 'Mbari', pricing_url: 'https://pay.example/plans' });
  });

  test('of two changes to the same version one is refused with the stored settings', async () => {
    const { version } = await read();
    const responses = await Promise.all(
      ['One', 'Two'].map((name, index) =>
        (index === 0 ? app : otherNode).call('PUT', '/admin/site', { token: admin.token, json: { version, name } }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refusal = responses.find(({ status }) => status === 409)!;
    expect(refusal.json).toMatchObject({ code: 'conflict', data: { name: (await read()).name, version: version + 1 } });
    await change({ name: null });
  });

  test('the refusal of an unreadable colour states its contrast, and invalid colours, links and languages are refused', async () => {
    const { status, json } = await change({ accent: '#ffcc00' });
    expect([status, json.errors.accent]).toEqual([422, [expect.stringMatching(/its contrast is 1\.\d, and 4\.5 is needed/)]]);
    for (const invalid of [
      { accent: 'red' },
      { accent: '#ffffff' },
      { pricing_url: 'javascript:alert(1)' },
      { locales: ['xx'] },
      { locales: [] },
      { locales: ['fr'], default_locale: 'en' },
      { name: 'a'.repeat(41) },
      { name: 'Mb\u200bari' },
      { about: 'a'.repeat(20_001) },
    ])
      expect([invalid, (await change(invalid)).status]).toEqual([invalid, 422]);
  });

  test('admins choose the offered and default languages among the configured ones', async () => {
    await change({ locales: ['fr', 'sw'], default_locale: 'sw' });
    expect((await readSite()).languages.map(({ tag }: { tag: string }) => tag)).toEqual(['fr', 'sw']);
    const member = await addTestMember(app);
    const choose = (locale: string) => app.call('PUT', '/me/forum-settings', { token: member.token, json: { locale } });
    expect((await choose('ar')).json.errors).toHaveProperty('locale');
    await change({ locales: null, default_locale: null });
  });

  test('everybody can read the contact address, which must be an email address', async () => {
    expect(await readSite()).toHaveProperty('contact_email', null);
    expect((await change({ contact_email: ' Hello@Prints.example ' })).json.data.contact_email).toBe('hello@prints.example');
    expect(await readSite()).toHaveProperty('contact_email', 'hello@prints.example');
    for (const invalid of ['hello', 'hello@prints', 'a@b.example, c@d.example', 'mailto:a@b.example', `${'a'.repeat(250)}@b.example`])
      expect([invalid, (await change({ contact_email: invalid })).status]).toEqual([invalid, 422]);
    const { json } = await change({ contact_email: 'hello' });
    expect(json.errors.contact_email).toEqual(['The email must be a valid address.']);
    await change({ contact_email: '' });
    expect(await readSite()).toHaveProperty('contact_email', null);
  });

  test('pages are public HTML without members’ photos', async () => {
    const photo = await addTestPhoto(app, admin);
    await change({ about: `We **print**, says @${admin.username}.\n\n![](photo:${photo.id})\n\n<script>alert(1)</script>` });
    const { json } = await app.call('GET', '/site/pages/about');
    expect(json.data.body_html).toContain('We <strong>print</strong>');
    expect(json.data.body_html).toContain('This photo is not available');
    expect(json.data.body_html).not.toMatch(/<script|<mb-/);
    await change({ about: null });
    const builtIn = await app.call('GET', '/site/pages/about');
    expect(builtIn.json.data).toMatchObject({ changed_at: null, body_html: expect.stringContaining('is a community for photographers') });
    expect((await app.call('GET', '/site/pages/imprint')).status).toBe(404);
  });

  test('the built-in privacy page describes this installation, in the reader’s language', async () => {
    const read = async (language: string) =>
      (await app.call('GET', '/site/pages/privacy', { headers: { 'accept-language': language } })).json.data.body_html;
    expect(await read('en')).toContain('After 14 days it is erased');
    expect(await read('fr')).toContain('Après 14 jours');
    // These tests have neither a mail server nor backups.
    expect(await read('en')).not.toMatch(/mail server|Backups/);
  });

  test('a logo is public, outlives the admin who uploaded it, and is deleted when replaced', async () => {
    const uploadLogo = async () =>
      app.call('PUT', '/admin/site/logo', { token: admin.token, form: formOf({ logo: await photoFile(600, 400) }) });
    const first = (await uploadLogo()).json.data.logo;
    expect(first).toMatchObject({ width: 192, height: 128 });
    expect((await readSite()).logo).toEqual(first);
    const statusOf = async (url: string) => (await fetch(`${app.url}${url}`)).status;
    expect(await statusOf(first.url)).toBe(200);
    await app.db.run("update images set deleted_at = null, created_at = now() - interval '2 days' where kind = 'logo'");
    await sweepImages(null, { context: app.context, signal: new AbortController().signal } as never);
    expect(await statusOf(first.url)).toBe(200);
    const second = (await uploadLogo()).json.data.logo;
    expect([await statusOf(first.url), await statusOf(second.url)]).toEqual([404, 200]);
    expect((await app.call('DELETE', '/admin/site/logo', { token: admin.token })).json.data.logo).toBeNull();
    expect(await statusOf(second.url)).toBe(404);
  });

  test('only admins can read and change the settings', async () => {
    const moderator = await addTestMember(app, { role: 'moderator' });
    for (const token of [moderator.token, (await addTestMember(app)).token]) {
      expect((await app.call('GET', '/admin/site', { token })).json.code).toBe('admin_only');
      expect((await app.call('PUT', '/admin/site', { token, json: { version: 1, name: 'Mine' } })).json.code).toBe('admin_only');
      expect((await app.call('PUT', '/admin/site/logo', { token, form: formOf({ logo: await photoFile() }) })).json.code).toBe(
        'admin_only',
      );
      expect((await app.call('DELETE', '/admin/site/logo', { token })).json.code).toBe('admin_only');
    }
  });
});

describe('the site', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  test('anybody can read the community’s name, tagline and limits', async () => {
    const { status, json } = await app.call('GET', '/site');
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      name: 'Mbari',
      tagline: sentences.tagline,
      providers: [],
      languages: [
        { tag: 'en', name: 'English' },
        { tag: 'ar', name: 'العربية' },
        { tag: 'fr', name: 'Français' },
        { tag: 'sw', name: 'Kiswahili' },
      ],
    });
    expect(json.data.limits.imagesPaid).toBe(3);
  });

  test('the tagline is in the site’s default language, whatever the browser requests', async () => {
    const french = await startTestApp({ LOCALES: 'en,fr', DEFAULT_LOCALE: 'fr' });
    try {
      const { json } = await french.call('GET', '/site', { headers: { 'accept-language': 'en' } });
      expect(json.data.tagline).toBe(wordsFor('fr').mail.tagline);
      expect(json.data.tagline).not.toBe(sentences.tagline);
    } finally {
      await french.close();
    }
  });

  test('the plan’s price is shown if configured', async () => {
    expect((await app.call('GET', '/site')).json.data.plans_price).toBeNull();
    const priced = await startTestApp({ PLANS_PRICE: '₦2,500 a month' }, {}, { beside: app });
    try {
      expect((await priced.call('GET', '/site')).json.data.plans_price).toBe('₦2,500 a month');
    } finally {
      await priced.close();
    }
  });

  test('a missing path answers 404 in the error format', async () => {
    const { status, json } = await app.call('GET', '/nothing/here');
    expect(status).toBe(404);
    expect(json).toEqual({ message: 'Not found', code: 'not_found', reason: 'notFound', request_id: expect.any(String) });
  });
});
