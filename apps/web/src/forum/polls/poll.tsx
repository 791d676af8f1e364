import { closePoll, type Poll as PollShown, votePoll } from '@mbari/contract/forum/polls';
import type { ForumPost } from '@mbari/contract/forum/posts';
import { relative } from '@mbari/words/format';
import * as words from '@mbari/words/forum-polls';
import { cancel, save } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { pollChanged, pollOutdated } from '~/platform/lib/cache-events/forum.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import './forum-polls.css';

export type PostOfPoll = Pick<ForumPost, 'id' | 'topic_id' | 'number'>;

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

/** With multiple choices, percentages are of voters and may exceed 100 in total. */
function PollResults({ poll: { choices, several, voters_count, mine } }: { poll: PollShown }) {
  const total = several ? voters_count : choices.reduce((sum, { votes_count }) => sum + (votes_count ?? 0), 0);
  return (
    <ol className="poll-results">
      {choices.map(({ id, text, votes_count }) => {
        const count = votes_count ?? 0;
        const share = total === 0 ? 0 : count / total;
        const isMine = mine.includes(id);
        return (
          <li key={id} className="poll-result" data-mine={isMine || undefined}>
            <span className="poll-result-text" dir="auto">
              {text}
              {isMine && (
                <>
                  {' '}
                  <Check size={18} strokeWidth={2} aria-hidden="true" className="poll-mine" />
                  <span className="sr-only">({words.yourChoice})</span>
                </>
              )}
            </span>
            <span className="poll-result-count">
              {words.percent({ share })} <span className="text-ink-meta">{words.votes({ count })}</span>
            </span>
            <span className="poll-bar" aria-hidden="true">
              <span style={{ inlineSize: `${share * 100}%` }} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface TimeLeft {
  value: number;
  unit: 'minute' | 'hour' | 'day';
}

const minute = 60_000;
const hour = 60 * minute;

/** Returns the remaining minutes, hours or, from 36 hours, days; undefined below one minute. */
function timeLeft(iso: string, now = Date.now()): TimeLeft | undefined {
  const remainingMs = new Date(iso).getTime() - now;
  if (remainingMs < minute) return undefined;
  if (remainingMs < hour) return { value: Math.round(remainingMs / minute), unit: 'minute' };
  if (remainingMs < 36 * hour) return { value: Math.round(remainingMs / hour), unit: 'hour' };
  return { value: Math.round(remainingMs / (24 * hour)), unit: 'day' };
}

interface VoteFormProps {
  post: PostOfPoll;
  poll: PollShown;
  labelledBy: string;
  /** Called with the screen reader announcement. */
  onDone: (message: string) => void;
  /** Set while changing a vote. */
  onCancel?: () => void;
}

function VoteForm({ post, poll, labelledBy, onDone, onCancel }: VoteFormProps) {
  const name = useId();
  const [chosen, setChosen] = useState<readonly string[]>(poll.mine);
  const [missing, setMissing] = useState(false);
  const { send, busy } = useVote(post);
  const form = useRef<HTMLFormElement>(null);
  const isChange = onCancel !== undefined;
  useEffect(() => {
    if (isChange) form.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
  }, [isChange]);

  const choose = (id: string, on: boolean): void => {
    setMissing(false);
    setChosen(poll.several ? (on ? [...chosen, id] : chosen.filter((choiceId) => choiceId !== id)) : [id]);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (chosen.length === 0) {
      setMissing(true);
      form.current?.querySelector('input')?.focus();
    } else if (await send(chosen)) onDone(words.voteCounted);
  };
  const takeBack = async (): Promise<void> => {
    if (await send([])) onDone(words.voteTakenBack);
  };
  return (
    <form ref={form} className="poll-form" onSubmit={(event) => void submit(event)} noValidate>
      <fieldset aria-labelledby={`${labelledBy} ${name}-hint`} aria-describedby={missing ? `${name}-error` : undefined}>
        <p id={`${name}-hint`} className="poll-hint">
          {poll.several ? words.chooseSeveral : words.chooseOne}
        </p>
        {poll.choices.map(({ id, text }) => (
          <label key={id} className="poll-choice">
            <input
              type={poll.several ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(id)}
              onChange={(event) => choose(id, event.target.checked)}
            />
            <span dir="auto">{text}</span>
          </label>
        ))}
        <div aria-live="polite">{missing && <FieldError id={`${name}-error`}>{words.chooseFirst}</FieldError>}</div>
      </fieldset>
      <VoteButtons isBusy={busy} onCancel={onCancel} onTakeBack={() => void takeBack()} />
      {!isChange && <p className="poll-hint">{words.countsAfterVote}</p>}
    </form>
  );
}

function VoteButtons({ isBusy, onCancel, onTakeBack }: { isBusy: boolean; onCancel: (() => void) | undefined; onTakeBack: () => void }) {
  const busy = isBusy && words.voting;
  if (onCancel === undefined)
    return (
      <div className="poll-buttons">
        <Button type="submit" kind="quiet" busy={busy}>
          {words.vote}
        </Button>
      </div>
    );
  return (
    <div className="poll-buttons">
      <Button type="submit" kind="quiet" busy={busy}>
        {save}
      </Button>
      <Button kind="text" onClick={onCancel}>
        {cancel}
      </Button>
      <Button kind="text" onClick={onTakeBack}>
        {words.takeBack}
      </Button>
    </div>
  );
}

/** Replaces an earlier vote. Resolves to false if rejected. */
function useVote(post: PostOfPoll): { send: (choices: readonly string[]) => Promise<boolean>; busy: boolean } {
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

function ClosePollButton({ post }: { post: PostOfPoll }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button kind="text" onClick={() => setConfirming(true)}>
        {words.closePoll}
      </Button>
      {isConfirming && (
        <ConfirmAction
          title={words.closeTitle}
          question={words.closeQuestion}
          action={words.closePoll}
          busy={words.closing}
          failed={words.closeFailed}
          act={async () => pollChanged(client, post, (await call(closePoll, { params: { id: post.topic_id, postId: post.id } })).data)}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
