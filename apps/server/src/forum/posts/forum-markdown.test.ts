import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, setMember, setPhotoGone } from '../../testing/posts.ts';

let app: TestApp;
let member: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  member = await addTestMember(app);
});
afterAll(() => app.close());

const preview = async (body: unknown): Promise<string> => {
  const { status, json } = await app.call('POST', '/forum/preview', { token: member.token, json: { body } });
  expect(status).toBe(200);
  return json.data.body_html;
};

test('the preview renders a text', async () => {
  expect(await preview('A **fine** <b>cloth</b>')).toBe('<p>A <strong>fine</strong> &lt;b&gt;cloth&lt;/b&gt;</p>\n');
});

test('a mention links to the member if visible to the reader', async () => {
  const [author, blocker] = [await addTestMember(app), await addTestMember(app)];
  await block(app, blocker, member);
  expect(await preview(`Ask @${author.username}, or @${blocker.username} or @nobody.`)).toBe(
    `<p>Ask <a class="mention" href="/user/${author.username}">@${author.username}</a>, or @${blocker.username} or @nobody.</p>\n`,
  );
  expect(await preview(`Ask @${author.username}.`)).toContain(`@${author.username}</a>.</p>`);
});

test('a text shows its author’s photos and marks all others as unavailable', async () => {
  const otherMember = await addTestMember(app);
  const [ownPhoto, otherPhoto] = [await addTestPhoto(app, member, { title: 'A "cloth"' }), await addTestPhoto(app, otherMember)];
  const visibleText = await preview(`![](photo:${ownPhoto.id})`);
  expect(visibleText).toContain(`<a class="photo" href="/post/${ownPhoto.id}"><img src="/media/${ownPhoto.image_id}/`);
  expect(visibleText).toContain('alt="Dancers"');
  expect(await preview(`![woven <b>](photo:${ownPhoto.id})`)).toContain('alt="woven &lt;b&gt;"');
  expect(await preview(`![woven](photo:${otherPhoto.id})`)).toBe('<p><span class="photo-gone">This photo is not available</span></p>\n');
  await setPhotoGone(app, ownPhoto, 'deleted_at');
  expect(await preview(`![woven](photo:${ownPhoto.id})`)).toBe('<p><span class="photo-gone">This photo is not available</span></p>\n');
});

test('a restricted photo has an address that expires', async () => {
  const quiet = await addTestMember(app);
  const photo = await addTestPhoto(app, quiet);
  await setMember(app, quiet, { post_visibility: 'followers' });
  const { json } = await app.call('POST', '/forum/preview', { token: quiet.token, json: { body: `![](photo:${photo.id})` } });
  expect(json.data.body_html).toMatch(/src="\/media\/[^"]+\?[^"]*"/);
});

test('a text may have 20,000 characters of any script, unless it exceeds the rendering budget', async () => {
  expect(await preview('ọ́'.normalize('NFC').repeat(10_000).slice(0, 20_000))).toContain('ọ́'.normalize('NFC'));
  expect(await preview('\u{1F5BC}'.repeat(limits.forumBody))).toContain('\u{1F5BC}');
  for (const body of ['a'.repeat(limits.forumBody + 1), '*a* '.repeat(5_000), '', ' \n ']) {
    const { status, json } = await app.call('POST', '/forum/preview', { token: member.token, json: { body } });
    expect([status, Object.keys(json.errors)]).toEqual([422, ['body']]);
  }
});
