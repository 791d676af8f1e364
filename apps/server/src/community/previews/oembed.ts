import type { Context } from '../../platform/context.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { toOneLine } from './plain-text.ts';
import { publicUrlsOf } from './public-urls.ts';
import { findPublicPost } from './queries.ts';

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
