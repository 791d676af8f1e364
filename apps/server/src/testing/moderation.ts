import type { ReportReason } from '@mbari/contract/report-reasons';
import type { TestAnswer, TestApp, TestMember } from './app.ts';

/** What tests of moderation do, over HTTP. */
export function moderationOf(app: TestApp) {
  const post = (who: { token: string }, path: string, json?: object): Promise<TestAnswer> =>
    app.call('POST', path, { token: who.token, ...(json && { json }) });
  return {
    post,
    report: (who: TestMember, subject_type: string, subject_id: string, reason: ReportReason = 'spam', note = ''): Promise<TestAnswer> =>
      post(who, '/reports', { subject_type, subject_id, reason, note }),
    queue: async (who: TestMember, query = ''): Promise<TestAnswer['json']> =>
      (await app.call('GET', `/moderation/reports${query}`, { token: who.token })).json,
    resolve: (who: TestMember, id: string, json: object): Promise<TestAnswer> => post(who, `/moderation/reports/${id}/resolve`, json),
    log: async (who: TestMember, query = ''): Promise<TestAnswer['json']> =>
      (await app.call('GET', `/moderation/log${query}`, { token: who.token })).json,
    statusOf: async (who: TestMember, path: string): Promise<number> => (await app.call('GET', path, { token: who.token })).status,
    messages: async (who: TestMember): Promise<string[]> =>
      (await app.call('GET', '/forum/notifications', { token: who.token })).json.data.notifications.map(
        ({ message }: { message: string }) => message,
      ),
  };
}
