import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wordsFor } from '@mbari/words/words-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { unzip } from '../../testing/archives.ts';
import { openOutbox } from '../../testing/mails.ts';
import { formWith } from '../../testing/matrix/rows/photos.ts';
import { addTestPhoto, block } from '../../testing/posts.ts';
import { composeReadMe } from './list-files.ts';
import { writeExport } from './write-export.ts';

describe('export', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  async function exported({ token }: { token: string }, node = app): Promise<Map<string, Buffer>> {
    const answer = await fetch(`${node.url}/api/v1/me/export`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="mbari-[\w.-]+-\d{4}-\d\d-\d\d\.zip"$/);
    return unzip(Buffer.from(await answer.arrayBuffer()));
  }

  const json = (files: Map<string, Buffer>, name: string): any => JSON.parse(files.get(name)!.toString());

  async function post({ token }: TestMember, images: number, words: Record<string, string>): Promise<any> {
    const answer = await app.call('POST', '/photos', { token, form: await formWith(images, words) });
    expect(answer.status).toBe(201);
    return answer.json.data;
  }

  test('an export names a picture whose file is lost and contains the others', async () => {
    const member = await addTestMember(app, { plan_name: 'Premium' });
    const { images } = await post(member, 2, { title: 'Uli' });
    const [missingId, presentId] = images.map(({ id }: { id: string }) => id);
    await app.context.store.remove(missingId);
    const files = await exported(member);
    expect([...files.keys()].filter((name) => name.startsWith('images/'))).toEqual([`images/${presentId}.jpeg`]);
    const lines = files.get('missing.txt')!.toString().split('\n');
    expect(lines[0]).toMatch(/^These photos could not be read/);
    expect(lines.slice(1)).toEqual(['', `images/${missingId}.jpeg`, '']);
  });

  test('an export contains everything the member made, with each picture at its widest', async () => {
    const member = await addTestMember(app, { plan_name: 'Premium', name: 'Ọlá Adéyẹmí', phone: '+2348031234567' });
    const otherMember = await addTestMember(app);
    const photo = await post(member, 2, { title: 'Àdìrẹ', description: 'Indigo', 'alt[1]': 'The border' });
    const otherPost = await post(otherMember, 1, { title: 'Calabash' });
    await app.call('POST', `/photos/${otherPost.id}/like`, { token: member.token });
    const comment = await app.call('POST', `/photos/${otherPost.id}/comments`, { token: member.token, json: { content: 'Well carved.' } });
    const reply = { content: 'And well oiled.', reply_to: comment.json.data.id };
    await app.call('POST', `/photos/${otherPost.id}/comments`, { token: member.token, json: reply });
    const files = await exported(member);
    expect([...files.keys()].filter((name) => !name.startsWith('images/'))).toEqual([
      'read-me.txt',
      ...[
        'account',
        'profile',
        'settings',
        'plan',
        'sessions',
        'posts',
        'series',
        'imports',
        'exhibitions',
        'challenges',
        'comments',
        'likes',
        'comment-likes',
        'saved-posts',
        'named-in',
        'proposed-descriptions',
        'forum-posts',
        'forum-versions',
        'forum-likes',
        'forum-polls',
        'forum-votes',
        'forum-topics-read',
        'forum-categories',
        'forum-drafts',
        'forum-images',
        'conversations',
        'messages',
        'message-images',
        'message-reactions',
        'invitations',
        'following',
        'followers',
        'blocks',
        'mutes',
      ].map((name) => `${name}.json`),
      'reports.json',
      'appeals.json',
      'pending.json',
      'notifications.json',
    ]);
    expect(json(files, 'account.json')).toMatchObject({
      id: member.id,
      username: member.username,
      email: member.email,
      has_password: false,
    });
    expect(json(files, 'profile.json')).toMatchObject({
      name: 'Ọlá Adéyẹmí',
      phone: '+2348031234567',
      bio: 'I weave.',
      date_of_birth: '1990-01-01',
    });
    expect(json(files, 'settings.json')).toMatchObject({ profile_visibility: 'public', notify_on_follow: true });
    expect(json(files, 'plan.json')).toMatchObject({ plan_name: 'Premium', ends_at: null });
    const [exportedPost, ...otherPosts] = json(files, 'posts.json');
    expect(otherPosts).toEqual([]);
    expect(exportedPost).toMatchObject({ id: photo.id, title: 'Àdìrẹ', description: 'Indigo', removed_at: null });
    expect(exportedPost.images).toMatchObject([{ alt: '' }, { alt: 'The border' }]);
    for (const { file } of exportedPost.images) expect(files.get(file)!.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect([...files.keys()].filter((name) => name.startsWith('images/')).sort()).toEqual(
      exportedPost.images.map((image: any) => image.file).sort(),
    );
    expect(json(files, 'comments.json')).toMatchObject([
      { post_id: otherPost.id, content: 'Well carved.', thread_id: null, reply_to: null },
      { post_id: otherPost.id, thread_id: comment.json.data.id, ...reply },
    ]);
    expect(json(files, 'likes.json')).toMatchObject([{ post_id: otherPost.id }]);
  });

  test('an export names the people in the member’s posts and has their places, and those of the member in other posts', async () => {
    const [author, person, refusing] = await Promise.all(Array.from({ length: 3 }, () => addTestMember(app)));
    const photo = await addTestPhoto(app, author!);
    await app.db.run(
      `insert into people_shown (photo_id, member_id, state, image_id, x, y) values ($1, $2, 'accepted', $3, 0.25, 0.75), ($1, $4, 'refused', null, null, null)`,
      [photo.id, person!.id, photo.image_id, refusing!.id],
    );
    const place = { image_id: photo.image_id, x: 0.25, y: 0.75 };
    expect(json(await exported(author!), 'posts.json')[0].people).toEqual([{ username: person!.username, is_asked: false, place }]);
    expect(json(await exported(person!), 'named-in.json')).toMatchObject([{ post_id: photo.id, state: 'accepted', place }]);
    await block(app, author!, person!);
    expect(json(await exported(person!), 'named-in.json')).toMatchObject([{ state: 'accepted', place: null }]);
  });

  test('unverified members can export; visitors cannot', async () => {
    const pending = await addTestMember(app, { email_verified_at: null, bio: null });
    expect(json(await exported(pending), 'account.json')).toMatchObject({ email: pending.email, email_verified_at: null });
    const suspended = await addTestMember(app, { suspended_at: new Date() });
    for (const token of [undefined, 'x'.repeat(43), suspended.token])
      expect((await app.call('GET', '/me/export', { token })).json).toMatchObject({ code: 'unauthenticated' });
  });

  test('the owner is mailed at a verified address only', async () => {
    const [member, pending] = [await addTestMember(app), await addTestMember(app, { email_verified_at: null })];
    await exported(member);
    await exported(pending);
    await runJobs(app.context);
    const mails = await openOutbox(app).take();
    expect(mails.filter(({ to }) => to === member.email).map(({ subject }) => subject)).toEqual(['Your data was downloaded']);
    expect(mails.filter(({ to }) => to === pending.email)).toEqual([]);
  });

  test('the operator’s export is written to a file, and an aborted one leaves none', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mbari-export-'));
    try {
      const { username } = await addTestMember(app);
      const stopping = new AbortController();
      const abortedExport = writeExport(app.context, username, path.join(folder, 'stopped.zip'), {
        signal: stopping.signal,
        onProgress: () => stopping.abort(new Error('enough')),
      });
      await expect(abortedExport).rejects.toThrow('enough');
      expect(await readdir(folder)).toEqual([]);
      await writeExport(app.context, username, path.join(folder, 'whole.zip'));
      expect(await readdir(folder)).toEqual(['whole.zip']);
      expect([...unzip(await readFile(path.join(folder, 'whole.zip'))).keys()]).toContain('account.json');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('the archive is described in the language of its owner', { tags: ['world'] }, async () => {
    const french = await startTestApp({ LOCALES: 'en,fr,en-XA', DEFAULT_LOCALE: 'fr' });
    try {
      const firstLine = async (locale: string | null): Promise<string> =>
        (await exported(await addTestMember(french, { locale }), french)).get('read-me.txt')!.toString();
      expect(await firstLine('en-XA')).toMatch(/^\[[^\x00-\x7f]/);
      expect(await firstLine('en')).toMatch(/^Everything you made here/);
      // Falls back to the site's default locale.
      for (const locale of [null, 'yo']) expect(await firstLine(locale)).toMatch(/^Tout ce que/);
    } finally {
      await french.close();
    }
  });

  test('a member may export three times a day', { tags: ['world'] }, async () => {
    const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
    try {
      const member = await addTestMember(strict);
      for (let time = 0; time < 3; time += 1) await exported(member, strict);
      const { status, json: refusal, headers } = await strict.call('GET', '/me/export', { token: member.token });
      expect([status, refusal.code]).toEqual([429, 'too_many_requests']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3600);
      await exported(await addTestMember(strict), strict);
    } finally {
      await strict.close();
    }
  });

  test('exported counts leave out likes and comments of hidden members', async () => {
    const [fan, blocker] = [await addTestMember(app), await addTestMember(app)];
    const member = await addTestMember(app);
    const { id } = await addTestPhoto(app, member);
    for (const { token } of [fan, blocker]) {
      await app.call('POST', `/photos/${id}/like`, { token });
      await app.call('POST', `/photos/${id}/comments`, { token, json: { content: 'Fine' } });
    }
    const counts = async (): Promise<number[]> => {
      const posts = json(await exported(member), 'posts.json') as { likes_count: number; comments_count: number }[];
      const { likes_count, comments_count } = posts[0]!;
      return [likes_count, comments_count];
    };
    expect(await counts()).toEqual([2, 2]);
    await block(app, blocker, member);
    expect(await counts()).toEqual([1, 1]);
  });
});

test('the read-me explains each file of the archive', () => {
  const lines = composeReadMe(wordsFor('en'), 'Ada', new Date('2026-01-31T12:00:00Z')).split('\n');
  expect(lines[0]).toBe('Everything you made here, Ada, as of 2026-01-31 12:00 UTC.');
  expect(lines).toContain('plan.json                                   plans that you were given or paid for');
  expect(lines.slice(-3)).toEqual(['', 'Times are in UTC. What others wrote belongs to them and is not included.', '']);
});

test('the read-me is translated', () => {
  expect(composeReadMe(wordsFor('en-XA'), 'Ada', new Date(0))).toMatch(/^\[.*Ada/);
});
