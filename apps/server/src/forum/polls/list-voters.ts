import type { Author } from '@mbari/contract/people/members';
import type { ListMeta } from '@mbari/contract/platform/fields';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit, pageOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { listVoterRows } from './queries.ts';
import { readPolls, requirePoll } from './read-polls.ts';
import { maySeeVoters } from './rules.ts';

interface VotersQuery {
  choice: string;
  per_page: number;
  cursor?: string | undefined;
}

export async function listVoters(
  context: Context,
  viewer: Viewer,
  topicId: string,
  postId: string,
  { choice: choiceId, ...paging }: VotersQuery,
): Promise<{ data: Author[]; meta: ListMeta }> {
  const before = idAfter(paging.cursor);
  const pollState = await requirePoll(context, viewer, topicId, postId);
  if (!maySeeVoters(pollState)) throw new Refusal('forbidden', 'pollVotersSecret');
  const poll = (await readPolls(context, viewer, [{ id: postId }], pollState)).get(postId);
  const choice = poll?.choices.find(({ id }) => id === choiceId);
  if (!choice) throw notFound('pollChoiceNotFound');
  const rows = await listVoterRows(context.db, viewer.id, choiceId, { before, limit: literalLimit(paging.per_page + 1) });
  const { shown, meta } = pageOf(rows, paging, choice.votes_count ?? 0, ({ author_id }) => author_id);
  return { data: shown.map(viewAuthor), meta };
}
