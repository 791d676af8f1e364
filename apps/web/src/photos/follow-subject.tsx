import { followCategory, followTag, listFollowedSubjects, unfollowCategory, unfollowTag } from '@mbari/contract/photos/followed-subjects';
import * as words from '@mbari/words/followed-subjects';
import * as sentences from '@mbari/words/sentences';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FollowedSubject, subjectFollowChanged, subjectFollowPressed } from '~/platform/lib/cache-events/followed-subjects.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { followedSubjectsKey } from '~/platform/lib/query-keys.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useToggle } from '~/platform/lib/use-toggle.ts';
import { Button } from '~/platform/ui/button.tsx';
import { categoryName } from './category-name.ts';

/** The button, and a way to the setting without which the Following feed does not change. */
export function FollowSubject({ subject }: { subject: FollowedSubject }) {
  const settings = useSession().user?.forum_settings;
  return (
    <>
      <FollowSubjectButton subject={subject} />
      {subject.is_following && settings?.tags_in_following === false && (
        <Link to="/settings" hash="followed-subjects" className="link inline-flex min-h-(--touch) items-center">
          {words.showInFeed}
        </Link>
      )}
    </>
  );
}

export function FollowSubjectButton({ subject }: { subject: FollowedSubject }) {
  const { toggle } = useFollowSubject(subject);
  const following = subject.is_following;
  const name = 'tag' in subject ? `#${subject.tag}` : categoryName(subject.name);
  return (
    <Button
      kind="quiet"
      // Wide enough for both texts, so that nothing beside it moves.
      className="min-w-[7.25rem]"
      aria-pressed={following}
      aria-label={(following ? words.followingName : words.followName)({ name })}
      onClick={toggle}
    >
      {following ? words.following : words.follow}
    </Button>
  );
}

export const followedSubjects = queryOptions({
  queryKey: followedSubjectsKey,
  queryFn: async ({ signal }) => (await call(listFollowedSubjects, { signal })).data,
});

/** Follows or unfollows a tag or category: shown optimistically, and reverted if the server refuses. */
function useFollowSubject(subject: FollowedSubject): { toggle: () => void } {
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
