import type { Poll as PollShown } from '@mbari/contract/forum/polls';
import { relative } from '@mbari/words/format';
import * as words from '@mbari/words/forum-polls';
import { useId, useRef, useState } from 'react';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ClosePollButton } from './close-poll-button.tsx';
import { PollResults, timeLeft } from './poll-results.tsx';
import type { PostOfPoll } from './post-of-poll.ts';
import { VoteForm } from './vote-form.tsx';
import './forum-polls.css';

export function Poll({ post, poll }: { post: PostOfPoll; poll: PollShown }) {
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  const [changing, setChanging] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const voters = useLazyDialog(async () => (await import('./voters-dialog.tsx')).VotersDialog);
  const asks = poll.viewer.may_vote && (changing || poll.mine.length === 0);
  const onDone = (message: string): void => {
    setChanging(false);
    setAnnouncement(message);
    // The pressed button disappears, so focus the poll.
    section.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={section} className="poll" aria-labelledby={heading} tabIndex={-1}>
      <h2 id={heading} className="poll-question" dir="auto">
        {poll.question || words.poll}
      </h2>
      {asks ? (
        <VoteForm
          key={String(changing)}
          post={post}
          poll={poll}
          labelledBy={heading}
          onDone={onDone}
          {...(changing && { onCancel: () => onDone('') })}
        />
      ) : (
        <PollResults poll={poll} />
      )}
      <div className="poll-footer">
        <p className="poll-state">{stateOf(poll).join(' · ')}</p>
        {poll.viewer.may_vote && !asks && (
          <Button kind="text" onClick={() => setChanging(true)}>
            {words.changeVote}
          </Button>
        )}
        {poll.is_closed && poll.voters_count > 0 && (
          <Button kind="text" onClick={voters.open}>
            {words.whoVoted}
          </Button>
        )}
        {poll.viewer.may_close && <ClosePollButton post={post} />}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {voters.Dialog && <voters.Dialog post={post} poll={poll} onClose={voters.close} />}
    </section>
  );
}

function stateOf({ voters_count, is_closed, closes_at, viewer }: PollShown): string[] {
  if (is_closed) return [words.voters({ count: voters_count }), words.closed];
  if (!viewer.may_vote) return [words.voters({ count: voters_count }), words.locked];
  if (closes_at === null) return [words.voters({ count: voters_count })];
  const remaining = timeLeft(closes_at);
  return [
    words.voters({ count: voters_count }),
    remaining ? words.ends({ when: relative(remaining.value, remaining.unit) }) : words.endsNow,
  ];
}
