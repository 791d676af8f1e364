import * as calls from '@mbari/contract/operations/system';
import type { FastifyInstance } from 'fastify';
import { sendTestPush } from '../notifications/push/send-push.ts';
import type { Context } from '../platform/context.ts';
import { addressKey } from '../platform/http/rate-limits.ts';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { sendTestMail } from '../platform/mail/send-mail.ts';
import { describeApi } from './describe-api.ts';
import { docsPage, docsPolicy } from './docs-page.ts';
import { retryJobs, startBackup, testBackup } from './system/act-on-system.ts';
import { checkUpdate, readUpdate } from './system/check-update.ts';
import { readSystem } from './system/read-system.ts';
import { checksOf } from './system/run-checks.ts';

export const systemRoutes = [
  route(calls.readSystem, async ({ context, request }) => ({ data: await readSystem(context, request.server) })),
  route(calls.checkSystem, async ({ context }) => {
    const { findings, at } = await checksOf(context).run();
    return { data: findings, checked_at: at.toISOString() };
  }),
  route(calls.retryJobs, async ({ context, member, body }) => {
    await retryJobs(context, member, body.task);
    return { message: answers.jobsQueued };
  }),
  route(calls.startBackup, async ({ context, member, body }) => {
    await startBackup(context, member, body.password);
    return { message: answers.backupQueued };
  }),
  route(calls.testBackup, async ({ context }) => {
    await testBackup(context);
    return { message: answers.testRestoreQueued };
  }),
  route(calls.checkUpdate, async ({ context, member }) => {
    await context.limits.spend('settings by member', member.id);
    await checkUpdate(context);
    return { data: await readUpdate(context) };
  }),
  route(calls.sendTestMail, async ({ context, member }) => ({ data: await sendTestMail(context, member.id) })),
  route(calls.sendTestPush, async ({ context, member }) => ({ data: await sendTestPush(context, member.id) })),
];

const version = '1';

let docs: { json: string; page: string } | undefined;

/** Renders the documentation on the first request, to keep start-up short. */
function renderDocs(): { json: string; page: string } {
  if (!docs) {
    const api = describeApi('Mbari', version);
    docs = { json: JSON.stringify(api), page: docsPage(api) };
  }
  return docs;
}

/** `GET /api/v1/openapi.json` and `GET /api/v1/docs`. Not in the contract, which they describe. */
export function addApiDocs(app: FastifyInstance, context: Context): void {
  app.get('/api/v1/openapi.json', async (request, reply) => {
    await context.limits.spend('any call by ip without session', addressKey(request.ip));
    return reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(renderDocs().json);
  });

  app.get('/api/v1/docs', async (request, reply) => {
    await context.limits.spend('any call by ip without session', addressKey(request.ip));
    return reply
      .headers({ 'cache-control': 'public, max-age=300', 'content-security-policy': docsPolicy })
      .type('text/html; charset=utf-8')
      .send(renderDocs().page);
  });
}
