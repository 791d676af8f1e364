import { type FirstData, firstDataId } from '@mbari/contract/platform/first-data';
import { readProfile } from '../../people/profiles/read-profile.ts';
import { readPublicExhibition } from '../../photos/exhibitions/read-exhibition.ts';
import { presentPublicPhoto } from '../../photos/posts/present-photos.ts';
import { readPublicSeries } from '../../photos/series/read-series.ts';
import type { Context } from '../../platform/context.ts';
import { isOutage } from '../../platform/db/database.ts';
import { jsonForScript } from '../../platform/http/plain-page.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { findPublicMember, findPublicPost } from './queries.ts';
import { publicUrlsOf, toOneLine, viewExhibitionHead, viewMemberHead, viewPostHead, viewSeriesHead } from './views.ts';

/**
 * Returns the head of a public page: its link preview and the first data for a visitor. Returns null for a page without preview. Ignores the
 * session.
 */
export async function describePage(context: Context, address: string, visitor: string): Promise<string | null> {
  const describe = describerOf(address);
  if (describe === null) return null;
  // Over the limit, the page is sent without its preview. Many phones share one IP address, so this limit is separate from the sign-in limit.
  if ((await context.limits.overrun('preview by ip', visitor)) > 0) return null;
  await context.limits.count('preview by ip', visitor);
  try {
    return await describe(context);
  } catch (error) {
    // An outage removes only the preview. A refusal means that the post disappeared during the read.
    if (isOutage(error) || error instanceof Refusal) return null;
    throw error;
  }
}

function describerOf(address: string): ((context: Context) => Promise<string | null>) | null {
  const [, kind, name = ''] = /^\/(post|series|exhibitions|user)\/([^/]+)\/?$/.exec(address) ?? [];
  if (kind === 'user') return /^[a-z0-9_.]{3,30}$/i.test(name) ? (context) => describeMember(context, name.toLowerCase()) : null;
  if (!isId(name)) return null;
  if (kind === 'exhibitions') return (context) => describeExhibition(context, name);
  return kind === 'post' ? (context) => describePost(context, name) : (context) => describeSeries(context, name);
}

async function describePost(context: Context, id: string): Promise<string | null> {
  const photo = await presentPublicPhoto(context, id);
  const post = photo && (await findPublicPost(context.db, photo.id));
  const image = photo?.images[0];
  return post && image ? appendFirstData(viewPostHead(context, await context.site.read(), post), { image }) : null;
}

async function describeSeries(context: Context, id: string): Promise<string | null> {
  const found = await readPublicSeries(context, id);
  return found ? viewSeriesHead(context, await context.site.read(), found) : null;
}

async function describeExhibition(context: Context, id: string): Promise<string | null> {
  const found = await readPublicExhibition(context, id);
  return found ? viewExhibitionHead(context, await context.site.read(), found) : null;
}

async function describeMember(context: Context, username: string): Promise<string | null> {
  const member = await findPublicMember(context.db, username);
  if (!member) return null;
  const profile = await readProfile(context, null, { username });
  return profile.is_private ? null : appendFirstData(viewMemberHead(context, await context.site.read(), member), { profile });
}

const appendFirstData = (head: string, data: FirstData): string => `${head}\n    ${writeFirstData(data)}`;

/** CSP does not restrict data blocks. Escaping `<` prevents the data from closing the element. */
const writeFirstData = (data: FirstData): string => `<script type="application/json" id="${firstDataId}">${jsonForScript(data)}</script>`;

export interface OembedQuery {
  url?: unknown;
  format?: unknown;
  maxwidth?: unknown;
  maxheight?: unknown;
}

/** Returns the oEmbed photo of a public post, from the largest JPEG within the given size. */
export async function readOembed(context: Context, { url, maxwidth, maxheight }: OembedQuery): Promise<object> {
  const site = await context.site.read();
  const id = site.visitors === 'posts' ? postIdIn(context, url) : undefined;
  const post = id === undefined ? undefined : await findPublicPost(context.db, id);
  const [first] = post?.images ?? [];
  if (!post || !first) throw notFound();
  const urls = publicUrlsOf(context);
  const [widest, highest] = [pixels(maxwidth), pixels(maxheight)];
  const image = urls.image(first, { width: widest ?? 1280, height: highest ?? Infinity });
  // The box may be smaller than the smallest JPEG, which the browser then scales down.
  const scale = Math.min(1, (widest ?? Infinity) / image.width, (highest ?? Infinity) / image.height);
  return {
    version: '1.0',
    type: 'photo',
    title: toOneLine(post.title),
    author_name: toOneLine(post.author_name, 80),
    author_url: urls.member(post.author_username),
    provider_name: site.name,
    provider_url: urls.home,
    url: image.url,
    width: Math.max(1, Math.floor(image.width * scale)),
    height: Math.max(1, Math.floor(image.height * scale)),
  };
}

function postIdIn({ config }: Context, given: unknown): string | undefined {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : null;
  const id = url?.origin === config.publicUrl.origin ? /^\/post\/([^/]+)\/?$/.exec(url.pathname)?.[1] : undefined;
  return id !== undefined && isId(id) ? id : undefined;
}

const pixels = (given: unknown): number | undefined =>
  typeof given === 'string' && /^[1-9]\d{0,4}$/.test(given) ? Number(given) : undefined;
