import { followCategory, followTag, unfollowCategory, unfollowTag } from '@mbari/contract/photos/followed-subjects';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { type FollowedSubject, subjectFollowChanged, subjectFollowPressed } from '~/platform/lib/cache-events/followed-subjects.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useToggle } from '~/platform/lib/use-toggle.ts';

/** Follows or unfollows a tag or category: shown optimistically, and reverted if the server refuses. */
export function useFollowSubject(subject: FollowedSubject): { toggle: () => void } {
  const client = useQueryClient();
  return useToggle({
    key: 'tag' in subject ? `follow tag ${subject.tag}` : `follow category ${subject.id}`,
    on: subject.is_following,
    show: (on) => subjectFollowPressed(client, subject, on),
    send: async (on) => {
      await ('tag' in subject
        ? call(on ? followTag : unfollowTag, { params: { tag: subject.tag } })
        : call(on ? followCategory : unfollowCategory, { params: { id: subject.id } }));
      subjectFollowChanged(client);
    },
    onRefused: (error) => toast.error(refusedWords(error)),
  });
}

/** Shows the server's message if the member can act on it: too many tags, or the rate limit. */
const refusedWords = (error: unknown): string =>
  error instanceof CallRefused && [409, 429].includes(error.status) ? error.message : sentences.followUpdateFailed;
