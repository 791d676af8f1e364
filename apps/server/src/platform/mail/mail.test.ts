import { readdir } from 'node:fs/promises';
import { wordsFor } from '@mbari/words/words-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { openOutbox, startTestMailServer, type TestMailServer } from '../../testing/mails.ts';
import { registration } from '../../testing/matrix/rows/account.ts';
import { setMember } from '../../testing/posts.ts';
import { outboxFolder } from '../adapters/mailer.ts';
import { composeMail, type MailContent, renderMail } from './mail-layout.ts';
import { allNotices, type Notice, noticeWords } from './notices.ts';
import { queueMail } from './queue-mail.ts';

describe('sending mails', () => {
  let app: TestApp;
  let server: TestMailServer;
  beforeAll(async () => {
    server = await startTestMailServer();
    app = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Mbari <house@mbari.example>', PUBLIC_URL: 'https://mbari.example' });
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
  });

  const pendingJobs = async (node = app): Promise<number> =>
    (await node.db.row<{ count: number }>(`select count(*)::int as count from graphile_worker.jobs where task_identifier = 'send_mail'`))!
      .count;
  const makeDue = (node = app): Promise<unknown> => node.db.pool.query(`update graphile_worker._private_jobs set run_at = now()`);

  test('mail reaches a real mail server as HTML and text, from the community’s name', async () => {
    const member = await addTestMember(app, { name: 'Ọlá Rótìmí', email_verified_at: null });
    await queueMail(app.db, { kind: 'verify', member_id: member.id });
    await runJobs(app.context);
    const received = await server.take();
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect(mail).toMatchObject({ to: member.email, envelope: [member.email], subject: 'Verify your email address' });
    expect(mail!.html).toContain('Ọlá Rótìmí');
    expect(mail!.text).toContain('Ọlá Rótìmí');
    expect(mail!.text).toContain(mail!.links[0]!);
    expect(mail!.links[0]).toMatch(
      /^https:\/\/mbari\.example\/api\/v1\/email\/verify\/[0-9a-f-]{36}\/[0-9a-f]{64}\?expires=\d+&signature=[\w-]{43}$/,
    );
    expect(mail!.html).not.toMatch(/<script|<img|<link|url\(/i);
  });

  test('a name cannot add a recipient, header, markup or link', async () => {
    const name = 'Eve" <evil@example.test>, <b>x</b> https://evil.example www.evil.example';
    const member = await addTestMember(app, { name, email_verified_at: null });
    await queueMail(app.db, { kind: 'verify', member_id: member.id });
    const broken = await addTestMember(app, { name: 'Eve\r\nBcc: evil@example.test', email_verified_at: null });
    await queueMail(app.db, { kind: 'verify', member_id: broken.id });
    await runJobs(app.context);
    const received = await server.take();
    expect(received.map(({ envelope }) => envelope)).toEqual([[member.email], [broken.email]]);
    for (const mail of received) {
      expect(mail.html).not.toContain('<b>x</b>');
      for (const text of [mail.html, mail.text]) expect(text).not.toMatch(/evil\.example|evil@example|https:\/\/evil/);
      for (const link of mail.links) expect(new URL(link).host).toBe('mbari.example');
    }
  });

  test('mails wait while the mail server is down, and arrive with the same id afterwards', { tags: ['world'] }, async () => {
    const mailServer = await startTestMailServer();
    const node = await startTestApp({ SMTP_URL: mailServer.url });
    try {
      await mailServer.stop();
      const member = await addTestMember(node, { email_verified_at: null });
      expect((await node.call('POST', '/email/resend', { token: member.token })).status).toBe(200);
      for (let tries = 0; tries < 8; tries += 1) {
        await runJobs(node.context);
        expect(await pendingJobs(node)).toBe(1);
        const waits = await node.db.row<{ seconds: number }>(
          `select extract(epoch from max(run_at) - now())::float as seconds from graphile_worker.jobs`,
        );
        expect(waits!.seconds).toBeLessThan(95);
        await makeDue(node);
      }
      const back = await startTestMailServer({ port: mailServer.port });
      await runJobs(node.context);
      expect((await back.take()).map(({ to }) => to)).toEqual([member.email]);
      expect(await pendingJobs(node)).toBe(0);
      await back.stop();
    } finally {
      await node.close();
    }
  });

  test('a mail that is refused temporarily keeps its id in the retry', { tags: ['world'] }, async () => {
    let refusals = 2;
    const mailServer = await startTestMailServer({ refuse: () => (refusals-- > 0 ? '451 later' : null) });
    const node = await startTestApp({ SMTP_URL: mailServer.url });
    try {
      const member = await addTestMember(node);
      await queueMail(node.db, { kind: 'welcome', member_id: member.id });
      const id = (await node.db.row<{ id: string }>(`select payload->>'mail_id' as id from graphile_worker._private_jobs`))!.id;
      for (let tries = 0; tries < 3; tries += 1) {
        await runJobs(node.context);
        await makeDue(node);
      }
      expect((await mailServer.take()).map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`]);
    } finally {
      await node.close();
      await mailServer.stop();
    }
  });

  test('a mail to a nonexistent address is dropped after repeated refusals', { tags: ['world'] }, async () => {
    let tries = 0;
    const mailServer = await startTestMailServer({ refuse: () => `550 nobody here, try ${(tries += 1)}` });
    const node = await startTestApp({ SMTP_URL: mailServer.url });
    try {
      const member = await addTestMember(node);
      await queueMail(node.db, { kind: 'welcome', member_id: member.id });
      for (let round = 0; round < 30; round += 1) {
        await runJobs(node.context);
        await makeDue(node);
      }
      expect(await pendingJobs(node)).toBe(0);
      expect(tries).toBeGreaterThan(5);
      expect(tries).toBeLessThan(30);
    } finally {
      await node.close();
      await mailServer.stop();
    }
  });

  test('a mail whose reason no longer applies is not sent', async () => {
    const verified = await addTestMember(app, { email_verified_at: null });
    const suspended = await addTestMember(app, { email_verified_at: null });
    const removed = await addTestMember(app, { email_verified_at: null });
    for (const { id } of [verified, suspended, removed]) await queueMail(app.db, { kind: 'verify', member_id: id });
    await app.db.pool.query('update members set email_verified_at = now() where id = $1', [verified.id]);
    await app.db.pool.query('update members set suspended_at = now() where id = $1', [suspended.id]);
    await app.db.pool.query('delete from members where id = $1', [removed.id]);
    await runJobs(app.context);
    expect(await server.take()).toEqual([]);
  });

  test('notices are not sent to an address that is not verified', async () => {
    const [owner, pending] = [await addTestMember(app), await addTestMember(app, { email_verified_at: null })];
    for (const { id } of [owner, pending]) await queueMail(app.db, { kind: 'notice', member_id: id, notice: 'password_changed' });
    await runJobs(app.context);
    expect((await server.take()).map(({ to }) => to)).toEqual([owner.email]);
  });

  test('a mail is queued only if its transaction commits', async () => {
    const member = await addTestMember(app);
    const work = app.db.transaction(async (tx) => {
      await queueMail(tx, { kind: 'welcome', member_id: member.id });
      throw new Error('the write failed');
    });
    await expect(work).rejects.toThrow('the write failed');
    expect(await pendingJobs()).toBe(0);
  });

  test('queued mails contain no link, signature or password', async () => {
    const member = await addTestMember(app, { email_verified_at: null });
    await app.call('POST', '/email/resend', { token: member.token });
    const { payload } = (await app.db.row<{ payload: unknown }>('select payload from graphile_worker._private_jobs'))!;
    expect(payload).toEqual({ kind: 'verify', member_id: member.id, mail_id: expect.any(String), tries: 0 });
    await runJobs(app.context);
    await server.take();
  });

  test('without a mail server each mail is a file in the outbox folder', async () => {
    const node = await startTestApp();
    try {
      const member = await addTestMember(node);
      await queueMail(node.db, { kind: 'welcome', member_id: member.id });
      const id = (await node.db.row<{ id: string }>(`select payload->>'mail_id' as id from graphile_worker._private_jobs`))!.id;
      await runJobs(node.context);
      expect(await readdir(outboxFolder(node.context.config))).toEqual([`${id}.eml`]);
      expect(await openOutbox(node).take()).toMatchObject([
        { to: member.email, subject: 'Welcome to Mbari', messageId: `<${id}@localhost>` },
      ]);
    } finally {
      await node.close();
    }
  });
});

describe('contents of mails', () => {
  const publicUrl = new URL('https://mbari.example');
  const site = { publicUrl, name: 'Mbari', tagline: null };
  const link = 'https://mbari.example/somewhere?a=1&b=2';
  const name = 'Ọlá <b>R</b> www.evil.example ada@evil.example';

  const plain = ['verify', 'welcome', 'known', 'reset', 'claim', 'change_email', 'email_wanted', 'email_changed', 'test'] as const;
  const mails: [string, MailContent][] = [
    ...plain.map((kind): [string, MailContent] => [kind, { kind, name, link }]),
    ['admin_added', { kind: 'admin_added', name, link, about: 'Phone of //evil.example' }],
    ...allNotices.map((notice): [string, MailContent] => [
      `notice ${notice}`,
      { kind: 'notice', notice, name, link, detail: 'Phone of //evil.example' },
    ]),
  ];

  test.each(mails)('%s: HTML and text have the recipient’s name and the link, and link nothing that a member typed', (_, content) => {
    const { subject, html, text } = composeMail(site, content, 'en');
    expect(subject.length).toBeLessThanOrEqual(40);
    expect(subject).not.toMatch(/Ọlá/);
    for (const form of [html, text]) {
      expect(form).toContain('Ọlá');
      expect(form).not.toMatch(/undefined|null|\[object|evil\.example|ada@evil|\/\/evil/);
    }
    expect(html).not.toMatch(/<b>|<script|<img|url\(/i);
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, at]) => at!.replaceAll('&amp;', '&'))).toEqual(
      expect.arrayContaining([link, publicUrl.origin]),
    );
    expect(text).toContain(`:\n${link}\n`);
    expect(text).not.toMatch(/&amp;|\n{3}/);
  });

  test('only mails whose link changes something show the link’s address', () => {
    const withLink = mails
      .filter(([, content]) => composeMail(site, content, 'en').html.includes('copy this address'))
      .map(([kind]) => kind);
    expect(withLink).toEqual(['verify', 'reset', 'claim', 'change_email']);
  });

  test('a notice names the right advice if a new password does not lock out an intruder', () => {
    const textOf = (notice: Notice): string => composeMail(site, { kind: 'notice', notice, name, link }, 'en').text;
    expect(textOf('passkey_added')).toContain('remove the passkey in Settings');
    expect(textOf('totp_on')).toContain('contact the people who run this community');
    expect(textOf('identity_linked')).toContain('secure that first');
    for (const notice of ['password_changed', 'password_reset'] as const) expect(textOf(notice)).toContain('Passkeys and linked accounts');
  });

  test('each notice names the event and what to do if another person caused it', () => {
    for (const notice of allNotices) {
      const { text, subject } = composeMail(site, { kind: 'notice', notice, name, link }, 'en');
      expect(text.startsWith(subject)).toBe(true);
      expect(text).toContain(noticeWords(notice, wordsFor('en')).text);
      // Only the operator causes these.
      if (notice !== 'totp_lost' && notice !== 'role_to_confirm') expect(text).toMatch(/If it wasn’t( you)?, /);
      expect(text).not.toContain('It is called');
    }
  });

  test('a mail is written in its recipient’s language', () => {
    const { subject, html, text } = composeMail(site, { kind: 'verify', name, link }, 'en-XA');
    expect(subject).toMatch(/^\[Ṽéŕíƒý .*\]$/);
    expect(html).toContain('<html lang="en-XA" dir="ltr">');
    expect(text).toContain('[Ŵéļçóɱé, Ọlá');
  });

  test.each(mails)('%s: in another language, contains only texts of the catalogue', (_, content) => {
    const filled = { ...content, name: 'ኣዳ', ...('notice' in content && { detail: 'ስልኪ' }), ...('about' in content && { about: 'ስልኪ' }) };
    const { subject, html, text } = composeMail(site, filled, 'en-XA');
    const addresses = [link.replaceAll('&', '&amp;'), link, publicUrl.origin, publicUrl.host, 'Mbari'];
    const visible = addresses
      .reduce((rest, address) => rest.replaceAll(address, ''), `${subject}\n${text}\n${html}`)
      .replace(/<style>[^]*?<\/style>/, '')
      .replaceAll(/<[^>]*>|&\w+;/g, '');
    expect(visible).not.toMatch(/[a-z]/i);
  });
});

describe('languages of mails', () => {
  /** App with a second language: accented English in brackets. */
  let app: TestApp;
  let outbox: ReturnType<typeof openOutbox>;
  beforeAll(async () => {
    app = await startTestApp({ LOCALES: 'en,en-XA' });
    outbox = openOutbox(app);
  });
  afterAll(() => app.close());

  const listSent = async () => {
    await runJobs(app.context);
    return (await outbox.take()).map(({ to, subject, html }) => ({
      to,
      subject,
      lang: /<html lang="([\w-]+)" dir="ltr">/.exec(html)?.[1],
    }));
  };

  test('a mail caused by another member is in the recipient’s language', async () => {
    const owner = await addTestMember(app, { locale: 'en-XA' });
    await app.call('POST', '/auth/register', { json: registration({ email: owner.email, locale: 'en' }) });
    expect(await listSent()).toEqual([{ to: owner.email, subject: expect.stringMatching(/^\[Ýóú áļŕéáðý/), lang: 'en-XA' }]);
  });

  test('the language is the one chosen at the time of sending, or the site’s default', async () => {
    const [member, otherMember] = [await addTestMember(app, { locale: 'en' }), await addTestMember(app)];
    await queueMail(app.db, { kind: 'notice', member_id: member.id, notice: 'passkey_removed' });
    await setMember(app, member, { locale: 'en-XA' });
    await queueMail(app.db, { kind: 'notice', member_id: otherMember.id, notice: 'passkey_removed' });
    expect(new Map((await listSent()).map(({ to, lang }) => [to, lang]))).toEqual(
      new Map([
        [member.email, 'en-XA'],
        [otherMember.email, 'en'],
      ]),
    );
  });

  test('a language that is no longer offered is not used', async () => {
    const member = await addTestMember(app, { locale: 'yo' });
    await queueMail(app.db, { kind: 'welcome', member_id: member.id });
    expect(await listSent()).toEqual([{ to: member.email, subject: 'Welcome to Mbari', lang: 'en' }]);
  });

  test('a right-to-left mail is laid out from the right', () => {
    const parts = { subject: 'a', preview: 'b', heading: 'c', paragraphs: ['d'], button: { label: 'e', link: 'https://mbari.example/' } };
    const { html } = renderMail(
      { publicUrl: new URL('https://mbari.example'), name: 'Mbari', tagline: null },
      { ...parts, small: [], showLink: true },
      { locale: 'ar', direction: 'rtl', mail: wordsFor('en').mail },
    );
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('padding-right:48px');
    expect(html).not.toContain('padding-left');
  });
});
