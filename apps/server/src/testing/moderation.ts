import type { ReportReason } from '@mbari/contract/platform/reports';
import { addTestMember, type TestAnswer, type TestApp, type TestMember } from './app.ts';
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
