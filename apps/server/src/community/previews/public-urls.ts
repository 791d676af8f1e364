import type { Context } from '../../platform/context.ts';
import type { PublicPost } from './queries.ts';

/** Absolute URLs of public pages and images, built from PUBLIC_URL only. */
export function publicUrlsOf({ config }: Pick<Context, 'config'>) {
  const { origin } = config.publicUrl;
  return {
    home: `${origin}/`,
    feed: `${origin}/feed.atom`,
    post: (id: string) => `${origin}/post/${id}`,
    series: (id: string) => `${origin}/series/${id}`,
    exhibition: (id: string) => `${origin}/exhibitions/${id}`,
    member: (username: string) => `${origin}/user/${encodeURIComponent(username)}`,
    memberFeed: (username: string) => `${origin}/user/${encodeURIComponent(username)}/feed.atom`,
    category: (slug: string) => `${origin}/discover?category=${encodeURIComponent(slug)}`,
    categoryFeed: (slug: string) => `${origin}/category/${encodeURIComponent(slug)}/feed.atom`,
    /** JPEG at a width for previews. Public images need no signature. */
    image({ id, width, height, widths }: Omit<PublicPost['images'][number], 'alt'>) {
      const previewWidth = widths.filter((candidate) => candidate <= 1280).at(-1) ?? widths[0] ?? width;
      return {
        url: `${origin}/media/${id}/${previewWidth}.jpeg`,
        width: previewWidth,
        height: Math.max(1, Math.round((height * previewWidth) / width)),
      };
    },
  };
}
