import { z } from 'zod';
import * as limits from '../limits.ts';
import { text } from './fields.ts';

/** With or without its #; blind to case and diacritics. */
export const tagName = text({ label: 'tag', max: limits.tag + 1 });

const tagUse = z.object({
  /** As whoever used it first wrote it, of those whom the viewer sees. */
  tag: z.string(),
  /** Posts and topics with it among the newest, `limits.tagUses` of each, that the viewer may list. */
  uses_count: z.number().int(),
});

/** A tag, and what the viewer may list of what has it. */
export const tag = z.object({
  tag: z.string(),
  /** Counted to `limits.foundPhotos`: there are more where `photos_count_is_capped`. */
  photos_count: z.number().int(),
  photos_count_is_capped: z.boolean(),
  topics_count: z.number().int(),
  topics_count_is_capped: z.boolean(),
});

export const tagShapes = {
  completeTag: {
    query: z.object({ prefix: tagName }),
    answer: z.object({ data: z.array(tagUse).max(limits.tagsCompleted) }),
  },
  readTag: {
    params: z.object({ tag: tagName }),
    answer: z.object({ data: tag }),
  },
};
