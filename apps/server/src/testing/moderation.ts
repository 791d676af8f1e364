import type { ReportReason } from '@mbari/contract/platform/reports';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from './app.ts';
import { welcome } from './forum.ts';
import { addTestPhoto } from './posts.ts';

/** Resolves the reports of earlier tests, and adds members with a post and a comment to report. */
export async function addReportable(app: TestApp) {
  await app.db.pool.query('update reports set resolved_at = now() where resolved_at is null');
  const [owner, talker, reporter] = await Promise.all([addTestMember(app, { name: 'Owner' }), addTestMember(app), addTestMember(app)]);
  const [moderator, admin] = await Promise.all([addTestMember(app, { role: 'moderator' }), addTestMember(app, { role: 'admin' })]);
  const photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  const { json } = await app.call('POST', `/photos/${photo.id}/comments`, { token: talker.token, json: { content: 'Something bad.' } });
  return { owner, talker, reporter, moderator, admin, photo, comment: json.data as { id: string } };
}

export function createModerationHelpers(app: TestApp) {
  const post = (caller: { token: string }, path: string, json?: object): Promise<TestAnswer> =>
    app.call('POST', path, { token: caller.token, ...(json && { json }) });
  return {
    post,
    report: (caller: TestMember, subject_type: string, subject_id: string, reason: ReportReason = 'spam', note = ''): Promise<TestAnswer> =>
      post(caller, '/reports', { subject_type, subject_id, reason, note }),
    queue: async (caller: TestMember, query = ''): Promise<TestAnswer['json']> =>
      (await app.call('GET', `/moderation/reports${query}`, { token: caller.token })).json,
    resolve: (caller: TestMember, id: string, json: object): Promise<TestAnswer> => post(caller, `/moderation/reports/${id}/resolve`, json),
    log: async (caller: TestMember, query = ''): Promise<TestAnswer['json']> =>
      (await app.call('GET', `/moderation/log${query}`, { token: caller.token })).json,
    statusOf: async (caller: TestMember, path: string): Promise<number> => (await app.call('GET', path, { token: caller.token })).status,
    messages: async (caller: TestMember): Promise<string[]> =>
      (await app.call('GET', '/forum/notifications', { token: caller.token })).json.data.notifications.map(
        ({ message }: { message: string }) => message,
      ),
  };
}

/** Starts an application with a photo and a topic, and helpers for pending posts. Close it with `app.close()`. */
export async function startPremoderation() {
  const app = await startTestApp();
  const [admin, organiser, owner] = await Promise.all([
    addTestMember(app, { role: 'admin' }),
    addTestMember(app, { role: 'moderator' }),
    addTestMember(app),
  ]);
  const keyHeaders = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } });
  const addTopic = (author: TestMember, title: string, fields: object = {}, key?: string): Promise<TestAnswer> =>
    app.call('POST', '/forum/topics', {
      token: author.token,
      json: { category_id: welcome, title, body: 'Good people', ...fields },
      ...keyHeaders(key),
    });
  const photo = await addTestPhoto(app, owner);
  const topicId: string = (await addTopic(owner, 'What we make')).json.data.id;
  /** Sets these filters and turns the others off. */
  async function setFilters(fields: object): Promise<void> {
    const { data } = (await app.call('GET', '/admin/filters', { token: admin.token })).json;
    const json = { version: data.version, entries: [], new_account_days: 0, review_first: 0, same_link_accounts: 0, ...fields };
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
    setFilters,
    keyHeaders,
    addTopic,
    comment: (author: TestMember, content = 'How fine', fields: object = {}, photoId = photo.id): Promise<TestAnswer> =>
      app.call('POST', `/photos/${photoId}/comments`, { token: author.token, json: { content, ...fields } }),
    reply: (author: TestMember, body: string, fields: object = {}, key?: string, repliedTopicId = topicId): Promise<TestAnswer> =>
      app.call('POST', `/forum/topics/${repliedTopicId}/posts`, { token: author.token, json: { body, ...fields }, ...keyHeaders(key) }),
    listOwnPending: async (author: TestMember): Promise<any[]> => (await app.call('GET', '/me/pending', { token: author.token })).json.data,
    queue: async (author = organiser): Promise<TestAnswer['json']> =>
      (await app.call('GET', '/moderation/pending', { token: author.token })).json,
    decide: (id: string, json: object = { verdict: 'approved' }, author = organiser): Promise<TestAnswer> =>
      app.call('POST', `/moderation/pending/${id}/decide`, { token: author.token, json }),
    /** Deletes pending posts, requires approval of first contributions, and adds a new member. */
    async reset(): Promise<TestMember> {
      await app.db.run('delete from pending_posts');
      await app.db.run('delete from new_account_links');
      await setFilters({ review_first: 1 });
      return addTestMember(app);
    },
  };
}
