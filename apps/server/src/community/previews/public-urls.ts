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
    tag: (name: string) => `${origin}/tag/${encodeURIComponent(name)}`,
    place: (name: string) => `${origin}/place/${encodeURIComponent(name)}`,
    feedOf: (page: string) => `${page}/feed.atom`,
    oembed: (page: string) => `${origin}/oembed?url=${encodeURIComponent(page)}`,
    category: (slug: string) => `${origin}/discover?category=${encodeURIComponent(slug)}`,
    categoryFeed: (slug: string) => `${origin}/category/${encodeURIComponent(slug)}/feed.atom`,
    /** Largest JPEG within the size, or else the smallest. Public images need no signature. */
    image({ id, width, height, widths }: Omit<PublicPost['images'][number], 'alt'>, most = { width: 1280, height: Infinity }) {
      const heightAt = (candidate: number): number => Math.max(1, Math.round((height * candidate) / width));
      const fitting = widths.filter((candidate) => candidate <= most.width && heightAt(candidate) <= most.height).at(-1);
      const shown = fitting ?? widths[0] ?? width;
      return { url: `${origin}/media/${id}/${shown}.jpeg`, width: shown, height: heightAt(shown) };
    },
  };
}
