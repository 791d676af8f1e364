import { searchForum } from '@mbari/contract/forum/search';
import { readTopic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import { queryOptions } from '@tanstack/react-query';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { mergeTargetsKey } from '~/platform/lib/query-keys.ts';

export interface MergeTarget {
  id: string;
  slug: string;
  title: string;
  category: string;
}

export const topicIdIn = (typed: string): string | undefined => /\/forum\/t\/([0-9a-f-]{36})(?:[/?#]|$)/i.exec(typed)?.[1]?.toLowerCase();

export const mergeTargets = (typed: string, exceptId: string) =>
  queryOptions({
    queryKey: mergeTargetsKey(typed),
    queryFn: async ({ signal }): Promise<MergeTarget[]> => {
      const id = topicIdIn(typed);
      return id === undefined ? find(typed, signal) : open(id, signal);
    },
    select: (targets) => targets.filter(({ id }) => id !== exceptId),
    enabled: typed.length > 1,
  });

async function find(q: string, signal: AbortSignal): Promise<MergeTarget[]> {
  const { data } = await call(searchForum, { query: { q: q.slice(0, limits.search) }, signal });
  return [...new Map(data.map(({ topic }) => [topic.id, { ...topic, category: topic.category.name }])).values()].slice(0, 8);
}

/** Returns an empty list if no topic has this id. */
async function open(id: string, signal: AbortSignal): Promise<MergeTarget[]> {
  try {
    const { data } = await call(readTopic, { params: { id }, signal });
    return [{ id: data.id, slug: data.slug, title: data.title, category: data.category.name }];
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) return [];
    throw error;
  }
}
