import { dayOf, field, type FoundPost, listOf, splitCaption, textOf } from './found-post.ts';

/** Paths of `posts_N.json` in both layouts of an Instagram archive, also below a folder. */
export const instagramPosts = /(?:^|\/)(?:your_instagram_activity\/)?(?:content|media)\/posts_\d+\.json$/;

/** Reads a `posts_N.json`. Time and text are at the post, or at its first medium. */
export function parseInstagram(json: unknown): FoundPost[] {
  const posts = Array.isArray(json) ? json : [json];
  return posts.flatMap((post): FoundPost[] => {
    const media = listOf(field(post, 'media')).filter((one) => textOf(field(one, 'uri')) !== '');
    const [first] = media;
    if (first === undefined) return [];
    const seconds = [post, first].map((one) => field(one, 'creation_timestamp')).find((time) => typeof time === 'number' && time > 0);
    const takenAt = typeof seconds === 'number' && seconds < 1e11 ? seconds * 1000 : null;
    const caption = repairText(textOf(field(post, 'title')) || (media.length === 1 ? textOf(field(first, 'title')) : ''));
    return [
      {
        externalId: textOf(field(first, 'uri')),
        ...splitCaption(caption, dayOf(takenAt)),
        takenAt,
        albums: [],
        warning: null,
        isChosen: true,
        images: media.map((one) => ({ name: textOf(field(one, 'uri')), alt: repairText(textOf(field(one, 'accessibility_caption'))) })),
      },
    ];
  });
}

/** Instagram escapes each byte of UTF-8 as a character of its own. Returns other text unchanged. */
export function repairText(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\0-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
