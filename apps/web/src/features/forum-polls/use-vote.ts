import { votePoll } from '@mbari/contract/forum-polls';
import * as words from '@mbari/words/forum-polls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pollChanged, pollOutdated } from '~/lib/cache-events/forum.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { toast } from '~/lib/toast.ts';
import type { PostOfPoll } from './post-of-poll.ts';

/** Sends what the viewer chose, which stands instead of what they chose before. Answers whether it was taken. */
export function useVote(post: PostOfPoll): { send: (choices: readonly string[]) => Promise<boolean>; busy: boolean } {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async (choices: readonly string[]): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      const { data } = await call(votePoll, { params: { id: post.topic_id, postId: post.id }, body: { choices: [...choices] } });
      pollChanged(client, post, data);
      return true;
    } catch (error) {
      if (error instanceof CallRefused && (error.code === 'poll_closed' || error.code === 'locked')) pollOutdated(client, post.topic_id);
      toast.error(wordsOf(error, words.voteFailed));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { send, busy };
}
