import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { compress } from '../../platform/http/compress.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { notFound } from '../../platform/refusal.ts';
import { type OembedQuery, readOembed } from './describe-page.ts';
import { type Feed, feeds, siteFeed, writeFeed } from './feeds.ts';

/** Atom feeds of the newest public posts, and oEmbed. Without sign-in. */
export function addFeeds(app: FastifyInstance, context: Context): void {
  const answerFeed = async (request: FastifyRequest, reply: FastifyReply, load: () => Promise<Feed | null>): Promise<FastifyReply> => {
    await context.limits.spend('any call by ip without session', addressKey(request.ip));
    const feed = await load();
    if (feed === null) throw notFound();
    const { xml, updated } = writeFeed(context, feed);
    return send(request, reply.header('last-modified', updated.toUTCString()), 'application/atom+xml', xml);
  };

  app.get('/feed.atom', (request, reply) => answerFeed(request, reply, async () => siteFeed(context, await context.site.read())));
  for (const [kind, load] of Object.entries(feeds))
    app.get<{ Params: { name: string } }>(`/${kind}/:name/feed.atom`, (request, reply) =>
      answerFeed(request, reply, async () => load(context, await context.site.read(), removeZeroBytes(request.params.name))),
    );

  app.get<{ Querystring: OembedQuery }>('/oembed', async (request, reply) => {
    await context.limits.spend('any call by ip without session', addressKey(request.ip));
    const { format = 'json' } = request.query;
    if (format !== 'json') return reply.code(501).send();
    return send(request, reply, 'application/json', JSON.stringify(await readOembed(context, request.query)));
  });
}

/** PostgreSQL text cannot contain a zero byte. */
const removeZeroBytes = (param: string): string => param.replaceAll('\0', ' ');

/** Revalidates by ETag only. Hiding a post does not change a feed's newest date, so Last-Modified would miss it. */
async function send(request: FastifyRequest, reply: FastifyReply, type: string, body: string): Promise<FastifyReply> {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  reply.headers({ 'cache-control': 'no-cache', etag, 'vary': 'accept-encoding' });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const compressed = await compress(body, request.headers['accept-encoding']);
  if (compressed) reply.header('content-encoding', compressed.encoding);
  return reply.type(`${type}; charset=utf-8`).send(compressed?.bytes ?? body);
}
