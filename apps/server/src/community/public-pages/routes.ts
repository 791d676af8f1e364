import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { escapeText } from '../../platform/http/plain-page.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { firstIdAt, timeOfId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { publicUrlsOf } from '../previews/views.ts';
import { findOldestPhotoId, listPublicExhibitionIds, listPublicPosts, listPublicSeriesIds, listPublicUsernames } from './queries.ts';

/** `GET /robots.txt` and the sitemap: an index, one file of members, and one of posts, series and exhibitions for each month. */
export function addRobots(app: FastifyInstance, context: Context): void {
  const { config, db, site } = context;
  const urls = publicUrlsOf(context);
  const requireOpen = async (ip: string): Promise<void> => {
    await context.limits.spend('any call by ip without session', addressKey(ip));
    if ((await site.known()).visitors !== 'posts') throw notFound();
  };

  // Pages that search engines must not list say so themselves: a crawler that may not read a page cannot know.
  app.get('/robots.txt', async (_request, reply) => {
    const { visitors } = await site.known();
    const sitemap = visitors === 'posts' ? [`Sitemap: ${config.publicUrl.origin}/sitemap.xml`] : [];
    return reply.type('text/plain; charset=utf-8').send(['User-agent: *', 'Disallow: /api/', ...sitemap, ''].join('\n'));
  });

  app.get('/sitemap.xml', async (request, reply) => {
    await requireOpen(request.ip);
    const oldest = await findOldestPhotoId(db);
    const months = oldest === null ? [] : monthsBetween(timeOfId(oldest), context.now());
    const addresses = ['members', ...months].map((name) => `${config.publicUrl.origin}/sitemap/${name}.xml`);
    return reply.type(xmlType).send(
      xml(
        'sitemapindex',
        addresses.map((address) => `<sitemap><loc>${escapeText(address)}</loc></sitemap>`),
      ),
    );
  });

  app.get('/sitemap/members.xml', async (request, reply) => {
    await requireOpen(request.ip);
    const pages = [urls.home, ...(await listPublicUsernames(db)).map(urls.member)];
    return reply.type(xmlType).send(
      xml(
        'urlset',
        pages.map((address) => `<url><loc>${escapeText(address)}</loc></url>`),
      ),
    );
  });
  app.get<{ Params: { month: string } }>('/sitemap/:month(^\\d{4}-\\d{2}).xml', async (request, reply) => {
    await requireOpen(request.ip);
    const first = new Date(`${request.params.month}-01T00:00:00Z`);
    if (Number.isNaN(first.getTime())) throw notFound();
    const [from, end] = [firstIdAt(first), firstIdAt(monthAfter(first))];
    const [posts, series, exhibitions] = await Promise.all([
      listPublicPosts(db, from, end),
      listPublicSeriesIds(db, from, end),
      listPublicExhibitionIds(db, from, end),
    ]);
    const lines = [
      ...posts.map(({ id, updated_at }) => `<url><loc>${urls.post(id)}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>`),
      ...[...series.map(urls.series), ...exhibitions.map(urls.exhibition)].map((address) => `<url><loc>${address}</loc></url>`),
    ];
    return reply.type(xmlType).send(xml('urlset', lines));
  });
}

const xmlType = 'application/xml; charset=utf-8';

const xml = (root: 'sitemapindex' | 'urlset', lines: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`;

const monthAfter = (first: Date): Date => new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1));

/** Returns `2026-11` and so on, newest first. */
function monthsBetween(from: Date, to: Date): string[] {
  const months: string[] = [];
  for (let first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth())); first <= to; first = monthAfter(first))
    months.unshift(first.toISOString().slice(0, 7));
  return months;
}
