import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { addTestPhoto, block, setMember } from '../../testing/posts.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('a post lists the members named in its description whom the reader can see', async () => {
  const [ada, efe, olu] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  const photo = await addTestPhoto(app, ada, {
    description: `With @${efe.username.toUpperCase()}. And @nobody_like_them, x@${olu.username}`,
  });
  const readMentions = async (caller: typeof ada) =>
    (await app.call('GET', `/photos/${photo.id}`, { token: caller.token })).json.data.mentions;
  expect(await readMentions(olu)).toEqual([efe.username]);
  await block(app, efe, olu);
  expect([await readMentions(olu), await readMentions(ada)]).toEqual([[], [efe.username]]);
  await setMember(app, efe, { suspended_at: new Date() });
  expect(await readMentions(ada)).toEqual([]);
  const { json } = await app.call('GET', '/photos', { token: ada.token });
  expect(json.data[0]).not.toHaveProperty('mentions');
});
