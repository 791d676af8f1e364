import { newId } from '../platform/ids.ts';
import { startTestApp, type TestApp } from './app.ts';
import { makeTestSubscription, startTestPushService, type TestPushService, type TestSubscription } from './push-endpoint.ts';

interface SubscriptionOptions {
  since?: Date;
  browser?: TestSubscription;
  showsContent?: boolean;
}

export async function addTestSubscription(
  app: Pick<TestApp, 'db'>,
  member: { id: string; session_id: string },
  { since = new Date(), browser: { endpoint, keys } = makeTestSubscription(), showsContent = false }: SubscriptionOptions = {},
): Promise<{ id: string }> {
  const id = newId();
  await app.db.run(
    `insert into push_subscriptions (id, member_id, session_id, endpoint, endpoint_hash, p256dh, auth, created_at, shows_content)
     values ($1, $2, $3, $4, sha256($4::text::bytea), $5, $6, $7, $8)`,
    [id, member.id, member.session_id, endpoint, keys.p256dh, keys.auth, since, showsContent],
  );
  return { id };
}

export async function startTestAppWithPush(): Promise<{ app: TestApp; service: TestPushService; stop: () => Promise<void> }> {
  const service = await startTestPushService();
  const app = await startTestApp({ LOCAL_PUSH_SERVICE: service.origin });
  return {
    app,
    service,
    async stop() {
      await app.close();
      await service.stop();
    },
  };
}
