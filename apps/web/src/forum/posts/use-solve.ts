import { solveTopic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-posts';
import { useQueryClient } from '@tanstack/react-query';
import { topicSolved } from '~/platform/lib/cache-events/forum.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';

interface Solvable {
  id: string;
  solved_post_id: string | null;
  solved_number: number | null;
}

export function useSolve(topic: Solvable): (answer: { id: string; number: number } | null) => Promise<void> {
  const client = useQueryClient();
  const { solved_post_id: id, solved_number: number } = topic;
  return async (answer) => {
    topicSolved(client, topic.id, answer);
    try {
      await call(solveTopic, { params: { id: topic.id }, body: { post_id: answer?.id ?? null } });
    } catch (error) {
      topicSolved(client, topic.id, id === null || number === null ? null : { id, number });
      toast.error(errorMessage(error, words.solveFailed));
    }
  };
}
