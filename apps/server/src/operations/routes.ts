import type { FastifyInstance } from 'fastify';
import type { Context } from '../platform/context.ts';
import { addressKey } from '../platform/http/limits/rate-limits.ts';
import { describeApi } from './describe-api.ts';
import { docsPage, docsPolicy } from './docs-page.ts';

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
