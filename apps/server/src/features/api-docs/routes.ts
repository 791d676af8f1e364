import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { addressKey } from '../../http/limits/rate-limits.ts';
import { describeApi } from './describe-api.ts';
import { docsPage, docsPolicy } from './docs-page.ts';

const version = '1';

/** `GET /api/v1/openapi.json` and `GET /api/v1/docs`: the API described by itself. Not in the contract, which they print. */
export function addApiDocs(app: FastifyInstance, context: Context): void {
  const api = describeApi('Mbari', version);
  const json = JSON.stringify(api);
  const page = docsPage(api);

  app.get('/api/v1/openapi.json', async (request, reply) => {
    await context.limits.spend('any call by ip without session', addressKey(request.ip));
    return reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(json);
  });

  app.get('/api/v1/docs', async (request, reply) => {
    await context.limits.spend('any call by ip without session', addressKey(request.ip));
    return reply
      .headers({ 'cache-control': 'public, max-age=300', 'content-security-policy': docsPolicy })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
