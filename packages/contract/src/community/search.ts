import { z } from 'zod';
import { forumPostResult } from '../forum/search.ts';
import { listedTopic } from '../forum/topics.ts';
import { memberCard } from '../people/directory.ts';
import { author } from '../people/members.ts';
import { image, photo } from '../photos/posts.ts';
import { endpoint } from '../platform/endpoint.ts';
import { text } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';
import { tag } from '../platform/tags.ts';

const group = <Item extends z.ZodType>(item: Item, maximum: number) =>
  z.object({ items: z.array(item).max(maximum), total: z.number().int(), total_is_capped: z.boolean() });

const photoResult = photo.pick({ id: true, title: true }).extend({ user: author, image });

/** Topic with its best match. */
const topicResult = listedTopic
  .pick({ id: true, title: true, slug: true, category: true, posts_count: true, latest_post: true })
  .extend({ found: forumPostResult.pick({ number: true, excerpt: true }) });

export const searchEverything = endpoint('searchEverything', {
  method: 'GET',
  path: '/search',
  access: 'onboarded',
  scope: 'read',
  summary: 'Search tags, members, posts and topics. Returns the first results of each kind and their number.',
  shape: {
    query: z.object({
      /** Words or their beginnings. Case and diacritics are ignored. */
      q: text({ label: 'search', max: limits.search }),
    }),
    answer: z.object({
      data: z.object({
        /** Tag that `q` names exactly, with or without #. */
        tag: tag.nullable(),
        members: group(memberCard.omit({ photos: true }), limits.membersInSearch),
        photos: group(photoResult, limits.photosInSearch),
        /** Topics that `GET /forum/topics` finds for `q`, best match first. */
        topics: group(topicResult, limits.topicsInSearch),
      }),
    }),
  },
});
