import { type Poll, votePoll } from '@mbari/contract/forum/polls';
import * as words from '@mbari/words/forum-polls';
import { cancel, save } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { pollChanged, pollOutdated } from '~/platform/lib/cache-events/forum.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FieldError } from '~/platform/ui/field.tsx';
import type { PostOfPoll } from './post-of-poll.ts';

interface VoteFormProps {
  post: PostOfPoll;
  poll: Poll;
  labelledBy: string;
  /** Called with the screen reader announcement. */
  onDone: (message: string) => void;
  /** Set while changing a vote. */
  onCancel?: () => void;
}

export function VoteForm({ post, poll, labelledBy, onDone, onCancel }: VoteFormProps) {
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
