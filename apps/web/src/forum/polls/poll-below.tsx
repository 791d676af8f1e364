'use no memo';

import type { Poll } from '@mbari/contract/forum/polls';
import * as words from '@mbari/words/forum-polls';
import { lazy, Suspense } from 'react';
import type { PostOfPoll } from './poll.tsx';

// Loaded lazily, because few posts have a poll.
const LoadedPoll = lazy(() =>
  import('./poll.tsx').then(
    ({ Poll: Loaded }) => ({ default: Loaded }),
    () => ({ default: NotLoaded }),
  ),
);

export function PollBelow({ post, poll }: { post: PostOfPoll; poll: Poll }) {
  return (
    <Suspense fallback={<div aria-hidden="true" style={{ minHeight: heightOf(poll) }} />}>
      <LoadedPoll post={post} poll={poll} />
    </Suspense>
  );
}

/** Estimated height, to avoid layout shift while loading. */
const heightOf = ({ choices, mine }: Poll): number => (mine.length > 0 ? 120 : 240) + choices.length * 48;

const NotLoaded = () => <p className="text-ink-meta">{words.pollFailed}</p>;
