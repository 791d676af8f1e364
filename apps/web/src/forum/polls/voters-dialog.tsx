import { listPollVoters, type Poll } from '@mbari/contract/forum/polls';
import * as words from '@mbari/words/forum-polls';
import { loading } from '@mbari/words/ui';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '~/platform/lib/call.ts';
import { pollVotersKey } from '~/platform/lib/query-keys.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import type { PostOfPoll } from './poll.tsx';

interface VotersDialogProps {
  post: PostOfPoll;
  poll: Poll;
  onClose: () => void;
}

export function VotersDialog({ post, poll, onClose }: VotersDialogProps) {
  return (
    <Dialog title={words.whoVoted} size="large" onClose={onClose}>
      <div className="grid gap-s5">
        {poll.choices
          .filter(({ votes_count }) => (votes_count ?? 0) > 0)
          .map((choice) => (
            <section key={choice.id}>
              <h3 className="poll-voters-choice" dir="auto">
                {choice.text} <span className="text-ink-meta">{words.votes({ count: choice.votes_count ?? 0 })}</span>
              </h3>
              <VotersOf post={post} choiceId={choice.id} />
            </section>
          ))}
      </div>
    </Dialog>
  );
}

function VotersOf({ post, choiceId }: { post: PostOfPoll; choiceId: string }) {
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(votersOf(post, choiceId));
  if (isError && data === undefined) return <FetchFailed message={words.votersFailed} busy={isFetching} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <p role="status">
        <Spinner /> <span className="sr-only">{words.loadingVoters}</span>
      </p>
    );
  return (
    <>
      <ul className="poll-voters">
        {data.pages
          .flatMap((page) => page.data)
          .map((member) => (
            <li key={member.id}>
              <Link to="/user/$username" params={{ username: member.username }} className="poll-voter">
                <Avatar src={member.avatar_url} size={28} />
                <span dir="auto">{member.name}</span>
              </Link>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button kind="quiet" busy={isFetching && loading} onClick={() => void fetchNextPage()}>
          {words.moreVoters}
        </Button>
      )}
    </>
  );
}

const votersOf = (post: PostOfPoll, choiceId: string) =>
  infiniteQueryOptions({
    queryKey: pollVotersKey(choiceId),
    queryFn: ({ pageParam, signal }) =>
      call(listPollVoters, {
        params: { id: post.topic_id, postId: post.id },
        query: { choice: choiceId, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });
