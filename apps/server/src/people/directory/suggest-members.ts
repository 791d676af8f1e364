import type { Suggestion } from '@mbari/contract/people/directory';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentMemberCards } from '../member-cards.ts';
import { listSuggestionRows, listSuggestionRowsOf } from './suggestion-queries.ts';

/** Members the viewer may want to follow, with reasons, best first. */
export async function suggestMembers(context: Context, viewer: Viewer, limit: number = limits.suggestions): Promise<Suggestion[]> {
  await context.limits.spend('suggestions by member', viewer.id);
  const rows = await context.replicas.find(viewer.id, {
    find: (db) => listSuggestionRows(db, viewer.id),
    async confirm(candidates) {
      const ids = candidates.map(({ author_id: id }) => id);
      const confirmed = await listSuggestionRowsOf(context.db, viewer.id, ids);
      return confirmed.length === ids.length ? confirmed : undefined;
    },
  });
  const cards = await presentMemberCards(context, viewer, rows.slice(0, limit));
  return cards.map((card, index) => {
    const { shared_interests, followed_by, followed_by_count } = rows[index]!;
    return { ...card, shared_interests, followed_by, followed_by_count };
  });
}
