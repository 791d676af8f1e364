import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './fields.ts';
import { fold } from './fold.ts';
import * as limits from './limits.ts';

/** Comparisons of tags ignore case and diacritics. */
export const tagName = text({ label: 'tag', max: limits.tag + 1 });

const tagUse = z.object({
  /** Spelling in the oldest counted post, or in the oldest topic if no post is counted. */
  tag: z.string(),
  /** Uses among the newest `limits.tagUses` posts and topics that the viewer may list. */
  uses_count: z.number().int(),
});

/** Tag, with counts of the photos and topics that the viewer may list. */
export const tag = z.object({
  tag: z.string(),
  /** Capped at `limits.photoCount`. */
  photos_count: z.number().int(),
  photos_count_is_capped: z.boolean(),
  topics_count: z.number().int(),
  topics_count_is_capped: z.boolean(),
  /** The viewer follows the tag. */
  is_following: z.boolean(),
});

/** Returns the first `limits.tags` distinct tags of a text. Compares tags as the database does. */
export function tagsToKeep(written: Iterable<string>): string[] {
  const tags = new Map<string, string>();
  for (const tag of written) {
    if (tags.size === limits.tags) break;
    const key = fold(tag);
    if (!tags.has(key)) tags.set(key, tag.normalize('NFC'));
  }
  return [...tags.values()];
}

export const completeTag = endpoint('completeTag', {
  method: 'GET',
  path: '/tags',
  access: 'onboarded',
  scope: 'read',
  summary: 'Complete a tag: tags that begin with a prefix, most used first.',
  shape: {
    query: z.object({ prefix: tagName }),
    answer: z.object({ data: z.array(tagUse).max(limits.tagsCompleted) }),
  },
});

export const readTag = endpoint('readTag', {
  method: 'GET',
  path: '/tags/{tag}',
  access: 'onboarded',
  scope: 'read',
  summary: 'Read a tag with the numbers of photos and topics that the viewer may list.',
  refuses: ['not_found'],
  shape: {
    params: z.object({ tag: tagName }),
    answer: z.object({ data: tag }),
  },
});
