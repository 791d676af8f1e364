import { votePoll } from '@mbari/contract/forum-polls';
import * as words from '@mbari/words/forum-polls';
import { useQueryClient } from '@tanstack/react-query';
import { pollChanged, pollOutdated } from '~/platform/lib/cache-events/forum.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import type { PostOfPoll } from './post-of-poll.ts';

/** Replaces an earlier vote. Resolves to false if rejected. */
export function useVote(post: PostOfPoll): { send: (choices: readonly string[]) => Promise<boolean>; busy: boolean } {
  const client = useQueryClient();
  const { busy, run } = useAction(async (choices: readonly string[]) => {
    try {
      const { data } = await call(votePoll, { params: { id: post.topic_id, postId: post.id }, body: { choices: [...choices] } });
      pollChanged(client, post, data);
    } catch (error) {
      if (error instanceof CallRefused && (error.code === 'poll_closed' || error.code === 'locked')) pollOutdated(client, post.topic_id);
      throw error;
    }
  }, words.voteFailed);
  return { send: run, busy };
}
