import type { Context } from '../../platform/context.ts';
import type { PublicPost } from './queries.ts';

/** Whole addresses of public things, for those who read them elsewhere. Made from PUBLIC_URL alone. */
export function addressesOf({ config }: Pick<Context, 'config'>) {
  const { origin } = config.publicUrl;
  return {
    home: `${origin}/`,
    post: (id: string) => `${origin}/post/${id}`,
    member: (username: string) => `${origin}/user/${encodeURIComponent(username)}`,
    memberFeed: (username: string) => `${origin}/user/${encodeURIComponent(username)}/feed.atom`,
    category: (slug: string) => `${origin}/discover?category=${encodeURIComponent(slug)}`,
    categoryFeed: (slug: string) => `${origin}/category/${encodeURIComponent(slug)}/feed.atom`,
    /** The width that fits a preview, as JPEG, which every reader knows. Public things need no signature. */
    image({ id, width, height, widths }: Omit<PublicPost['images'][number], 'alt'>) {
      const kept = widths.filter((one) => one <= 1280).at(-1) ?? widths[0] ?? width;
      return { url: `${origin}/media/${id}/${kept}.jpeg`, width: kept, height: Math.max(1, Math.round((height * kept) / width)) };
    },
  };
}
