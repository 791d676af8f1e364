import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findCategory } from '../../photos/find-category.ts';
import type { Context } from '../../platform/context.ts';
import { compress } from '../../platform/http/compress.ts';
import { addressKey } from '../../platform/http/limits/rate-limits.ts';
import { notFound } from '../../platform/refusal.ts';
import { findPublicMember, listNewestPublicPosts, listPublicPostsBy, listPublicPostsIn } from './queries.ts';
import { type AtomFeed, viewCategoryFeed, viewMemberFeed, viewSiteFeed } from './write-feed.ts';

/** `GET /feed.atom`, `/user/{username}/feed.atom` and `/category/{slug}/feed.atom`: the newest public posts, without sign-in. */
export function addAtomFeeds(app: FastifyInstance, context: Context): void {
  const { db } = context;

  app.get('/feed.atom', async (request, reply) => {
    await context.limits.spend('any call by ip without session', addressKey(request.ip));
    const site = await context.site.read();
    if (site.visitors === 'closed') throw notFound();
    return send(request, reply, viewSiteFeed(context, site, await listNewestPublicPosts(db)));
  });

  app.get<{ Params: { username: string } }>('/user/:username/feed.atom', async (request, reply) => {
    await context.limits.spend('any call by ip without session', addressKey(request.ip));
    const member = await findPublicMember(db, removeZeroBytes(request.params.username).toLowerCase());
    if (!member?.has_public_posts) throw notFound();
    return send(request, reply, viewMemberFeed(context, await context.site.read(), member, await listPublicPostsBy(db, member.id)));
  });

  app.get<{ Params: { slug: string } }>('/category/:slug/feed.atom', async (request, reply) => {
    await context.limits.spend('any call by ip without session', addressKey(request.ip));
    const category = await findCategory(db, request.params.slug);
    // Only the slug is accepted: one address for each feed.
    if (category?.slug !== request.params.slug) throw notFound();
    return send(request, reply, viewCategoryFeed(context, await context.site.read(), category, await listPublicPostsIn(db, category.id)));
  });
}

/** PostgreSQL text cannot contain a zero byte. */
const removeZeroBytes = (param: string): string => param.replaceAll('\0', ' ');

/** Revalidates by ETag only. Hiding a post does not change the feed's newest date, so Last-Modified would miss it. */
async function send(request: FastifyRequest, reply: FastifyReply, { xml, updated }: AtomFeed): Promise<FastifyReply> {
  const etag = `"${createHash('sha256').update(xml).digest('base64url').slice(0, 22)}"`;
  reply.headers({
    'cache-control': 'no-cache',
    etag,
    'last-modified': updated.toUTCString(),
    'vary': 'accept-encoding',
  });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  const compressed = await compress(xml, request.headers['accept-encoding']);
  if (compressed) reply.header('content-encoding', compressed.encoding);
  return reply.type('application/atom+xml; charset=utf-8').send(compressed?.bytes ?? xml);
}
