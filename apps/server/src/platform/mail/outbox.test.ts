import { readdir, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { setMember } from '../../testing/posts.ts';
import { outboxFolder } from '../adapters/mailer.ts';
import { addJob } from '../jobs/add-job.ts';
import { queueMail } from './queue-mail.ts';

describe('the outbox', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  function open(path: string, headers: Record<string, string> = {}, node = app): Promise<{ status: number; policy: string; text: string }> {
    return new Promise((resolve, reject) => {
      const clientRequest = request(`${node.url}${path}`, { headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, policy: String(response.headers['content-security-policy']), text }),
        );
      });
      clientRequest.on('error', reject).end();
    });
  }

  test('outbox mails are shown as their recipient would see them', async () => {
    expect((await open('/outbox')).text).toContain('No emails yet');
    const member = await addTestMember(app, { name: 'Zora <i>Neale</i>', email_verified_at: null });
    await queueMail(app.db, { kind: 'verify', member_id: member.id });
    await runJobs(app.context);
    const list = await open('/outbox');
    expect(list.status).toBe(200);
    expect(list.text).toContain(member.email);
    expect(list.text).toContain('Verify your email address');
    const [, at] = /href="(\/outbox\/[0-9a-f-]{36})"/.exec(list.text)!;
    const mail = await open(at!);
    expect(mail.status).toBe(200);
    // Mails need style attributes; their style element is allowed by hash.
    expect(mail.policy).toMatch(/^default-src 'none'; style-src-elem '\S+' '\S+'; style-src-attr 'unsafe-inline'; /);
    expect(list.policy).toMatch(/^default-src 'none'; style-src-elem '\S+'; style-src-attr 'none'; /);
    expect(mail.text).toContain('sandbox="allow-top-navigation-by-user-activation"');
    expect(mail.text).toContain('&lt;base target=&quot;_top&quot;&gt;');
    expect(mail.text).toMatch(/api\/v1\/email\/verify\/[0-9a-f-]{36}\/[0-9a-f]{64}/);
    expect(mail.text).not.toMatch(/<i>Neale|<script/);
  });

  test('outbox pages are in the browser’s language', async () => {
    const node = await startTestApp({ LOCALES: 'en,en-XA,ar' });
    try {
      const read = async (path: string, language: string) => {
        const { headers, text } = await node.call('GET', `${node.url}${path}`, { headers: { 'accept-language': language } });
        return { text, vary: headers.get('vary'), html: /<html[^>]*>/.exec(text)?.[0] };
      };
      expect(await read('/outbox', 'en-XA')).toMatchObject({
        text: expect.stringMatching(/<h1>\[Óúţƀó/),
        vary: 'accept-language, cookie',
        html: '<html lang="en-XA" dir="ltr">',
      });
      expect((await read('/outbox', 'ar')).html).toBe('<html lang="ar" dir="rtl">');
      await queueMail(node.db, { kind: 'welcome', member_id: (await addTestMember(node)).id });
      await runJobs(node.context);
      const [, at = ''] = /href="(\/outbox\/[0-9a-f-]{36})"/.exec((await read('/outbox', 'en')).text) ?? [];
      expect(await read(at, 'ar')).toMatchObject({ text: expect.stringContaining('Welcome to Mbari'), html: '<html lang="ar" dir="rtl">' });
    } finally {
      await node.close();
    }
  });

  test('there is no outbox with a mail server or on a public server', async () => {
    const settings: Record<string, string>[] = [{ SMTP_URL: 'smtp://127.0.0.1:2525' }, { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost' }];
    for (const setting of settings) {
      const node = await startTestApp(setting);
      try {
        expect((await open('/outbox', { host: 'localhost' }, node)).status).toBe(404);
        expect((await node.call('GET', '/site')).json.data.outbox_url).toBeNull();
      } finally {
        await node.close();
      }
    }
  });

  test('files other than mails cannot be read by name', async () => {
    for (const id of [
      'x',
      '..',
      '%2e%2e%2fsecrets%2fsigning-key',
      '../secrets/signing-key',
      '0'.repeat(36),
      '019aa000-0000-7000-8000-000000000001',
      '%00',
    ])
      expect([id, (await open(`/outbox/${id}`)).status]).toEqual([
        id,
        id.includes('/') || id === '..' ? expect.any(Number) : expect.toBeOneOf([400, 404]),
      ]);
  });
});

describe('sweeps of the outbox', () => {
  let app: TestApp;
  let member: TestMember;
  beforeAll(async () => void (app = await startTestApp()));
  beforeEach(async () => void (member = await addTestMember(app)));
  afterAll(() => app.close());

  const names = async (): Promise<string[]> => (await readdir(outboxFolder(app.context.config)).catch(() => [])).toSorted();

  async function run(job: 'sweep_outbox' | 'erase_accounts'): Promise<void> {
    await addJob(app.db, job, null);
    await runJobs(app.context);
  }

  async function mailTo({ id }: TestMember): Promise<string> {
    const before = await names();
    await queueMail(app.db, { kind: 'welcome', member_id: id });
    await runJobs(app.context);
    return (await names()).find((name) => !before.includes(name))!;
  }

  const age = (name: string, days: number): Promise<void> => {
    const then = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    return utimes(path.join(outboxFolder(app.context.config), name), then, then);
  };

  test('an outbox mail is kept for a week', async () => {
    const [old, young] = [await mailTo(member), await mailTo(member)];
    await age(old, 7.01);
    await age(young, 6.99);
    await run('sweep_outbox');
    expect(await names()).toEqual([young]);
  });

  test('mails of an erased account are deleted, and those of others stay', async () => {
    const otherMember = await addTestMember(app);
    const closed = await addTestMember(app);
    const [gone, waits] = [await mailTo(member), await mailTo(closed)];
    const stays = await mailTo(otherMember);
    await setMember(app, member, { closed_at: new Date(Date.now() - 15 * 24 * 60 * 60 * 1000) });
    await setMember(app, closed, { closed_at: new Date() });
    await run('erase_accounts');
    expect((await app.db.pool.query('select from members where id = $1', [member.id])).rowCount).toBe(0);
    expect(await names()).not.toContain(gone);
    expect(await names()).toEqual(expect.arrayContaining([waits, stays]));
  });

  test('a forged header in a mail’s body is ignored, and other files are left alone', async () => {
    const folder = outboxFolder(app.context.config);
    const stranger = '018f0000-0000-7000-8000-000000000000';
    const tricky = await mailTo(await addTestMember(app, { name: `X-Mbari-Member: ${stranger}` }));
    await writeFile(path.join(folder, 'notes.txt'), 'The operator’s own.');
    await writeFile(path.join(folder, '.half.draft'), 'X-Mbari');
    await age('notes.txt', 30);
    await age('.half.draft', 30);
    await run('sweep_outbox');
    expect(await names()).toEqual(expect.arrayContaining(['notes.txt', tricky]));
    expect(await names()).not.toContain('.half.draft');
  });

  test('the sweep does nothing without an outbox', async () => {
    const node = await startTestApp();
    await addJob(node.db, 'sweep_outbox', null);
    await runJobs(node.context);
    expect((await node.db.pool.query('select from graphile_worker.jobs')).rowCount).toBe(0);
    await node.close();
  });
});
