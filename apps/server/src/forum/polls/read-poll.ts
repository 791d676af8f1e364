import type { Poll } from '@mbari/contract/forum/polls';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findPoll, type FoundPoll } from './queries.ts';
import { readPolls } from './read-polls.ts';

export async function readPoll(context: Context, viewer: Viewer, topicId: string, postId: string): Promise<Poll> {
  const found = await requirePoll(context, viewer, topicId, postId);
  const poll = (await readPolls(context, viewer, [{ id: postId }], found)).get(postId);
  if (!poll) throw notFound('pollNotFound');
  return poll;
}

export async function requirePoll({ db }: Context, viewer: Viewer, topicId: string, postId: string): Promise<FoundPoll> {
  const poll = isId(topicId) && isId(postId) ? await findPoll(db, viewer.id, topicId, postId) : undefined;
  if (!poll) throw notFound('pollNotFound');
  return poll;
}
