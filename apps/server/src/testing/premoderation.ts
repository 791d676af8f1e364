import { addTestMember, startTestApp, type TestAnswer, type TestMember } from './app.ts';
import { welcome } from './forum.ts';
import { addTestPhoto } from './posts.ts';

/** Starts an application with a photo and a topic, and helpers for pending posts. Close it with `app.close()`. */
export async function startPremoderation() {
  const app = await startTestApp();
  const [admin, organiser, owner] = await Promise.all([
    addTestMember(app, { role: 'admin' }),
    addTestMember(app, { role: 'moderator' }),
    addTestMember(app),
  ]);
  const headersOf = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } });
  const begin = (by: TestMember, title: string, more: object = {}, key?: string): Promise<TestAnswer> =>
    app.call('POST', '/forum/topics', {
      token: by.token,
      json: { category_id: welcome, title, body: 'Good people', ...more },
      ...headersOf(key),
    });
  const photo = await addTestPhoto(app, owner);
  const topicId: string = (await begin(owner, 'What we make')).json.data.id;
  /** Sets the filters; what is not named is off. */
  async function change(more: object): Promise<void> {
    const { data } = (await app.call('GET', '/admin/filters', { token: admin.token })).json;
    const json = { version: data.version, entries: [], new_account_days: 0, review_first: 0, same_link_accounts: 0, ...more };
    const { status, text } = await app.call('PUT', '/admin/filters', { token: admin.token, json });
    if (status !== 200) throw new Error(text);
  }
  return {
    app,
    admin,
    organiser,
    owner,
    photo,
    topicId,
    change,
    headersOf,
    begin,
    comment: (by: TestMember, content = 'How fine', more: object = {}, on = photo.id): Promise<TestAnswer> =>
      app.call('POST', `/photos/${on}/comments`, { token: by.token, json: { content, ...more } }),
    reply: (by: TestMember, body: string, more: object = {}, key?: string, to = topicId): Promise<TestAnswer> =>
      app.call('POST', `/forum/topics/${to}/posts`, { token: by.token, json: { body, ...more }, ...headersOf(key) }),
    own: async (by: TestMember): Promise<any[]> => (await app.call('GET', '/me/pending', { token: by.token })).json.data,
    queue: async (by = organiser): Promise<TestAnswer['json']> => (await app.call('GET', '/moderation/pending', { token: by.token })).json,
    decide: (id: string, json: object = { verdict: 'approved' }, by = organiser): Promise<TestAnswer> =>
      app.call('POST', `/moderation/pending/${id}/decide`, { token: by.token, json }),
    /** Nothing waits, the first contribution of everybody is to wait, and somebody has just joined. */
    async reset(): Promise<TestMember> {
      await app.db.run('delete from pending_posts');
      await app.db.run('delete from new_account_links');
      await change({ review_first: 1 });
      return addTestMember(app);
    },
  };
}
