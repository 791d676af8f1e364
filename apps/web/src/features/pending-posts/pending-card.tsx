import * as limits from '@mbari/contract/limits';
import { decidePending } from '@mbari/contract/pending-posts';
import type { Pending } from '@mbari/contract/shapes/pending-posts';
import * as words from '@mbari/words/pending-posts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState, useTransition } from 'react';
import { pendingDecided } from '~/lib/cache-events/pending-posts.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { dayInSentence } from '~/lib/day-in-sentence.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Button } from '~/ui/button.tsx';
import { TextArea } from '~/ui/field.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { PendingText, kindWords } from './pending-text.tsx';

/** Something that waits, whose it is, why it waits, and what can be decided. */
export function PendingCard({ pending }: { pending: Pending }) {
  const id = useId();
  const client = useQueryClient();
  const [busy, start] = useTransition();
  const [declines, setDeclines] = useState(false);
  const { member, kind, target, created_at } = pending;
  const failed = (error: unknown) => {
    toast.error(wordsOf(error, words.failed));
    // Another organiser was faster, or it was taken back.
    if (error instanceof CallRefused && (error.status === 409 || error.status === 404)) void pendingDecided(client);
  };
  const approve = () =>
    start(async () => {
      try {
        await call(decidePending, { params: { id: pending.id }, body: { verdict: 'approved' } });
        toast.success(words.approved({ name: member.name }));
        await pendingDecided(client);
      } catch (error) {
        failed(error);
      }
    });
  return (
    <article className="report-card" data-open aria-labelledby={id}>
      <h2 id={id} className="report-title">
        <Avatar src={member.avatar_url} size={28} />
        <Link to="/user/$username" params={{ username: member.username }} className="link" dir="auto">
          {member.name}
        </Link>
      </h2>
      <p className="report-meta">
        <span>{kindWords[kind]}</span>
        {target && (
          <a className="link" href={target.address} dir="auto">
            {target.title}
          </a>
        )}
        <span>{words.sentOn({ day: dayInSentence(created_at) })}</span>
        <span className="report-state">{whyOf(pending)}</span>
      </p>
      <PendingText pending={pending} />
      <div className="report-actions">
        <Button aria-describedby={id} busy={busy && words.sending} onClick={approve}>
          {words.approve}
        </Button>
        <Button aria-describedby={id} kind="quiet" onClick={() => setDeclines(true)}>
          {words.decline}
        </Button>
      </div>
      {declines && <DeclineDialog pending={pending} onFailure={failed} onClose={() => setDeclines(false)} />}
    </article>
  );
}

function whyOf({ why, listed }: Pending): string {
  if (why === 'listed') return words.whyListed({ word: listed ?? '' });
  return why === 'first' ? words.whyFirst : words.whySameLink;
}

interface DeclineDialogProps {
  pending: Pending;
  onFailure: (error: unknown) => void;
  onClose: () => void;
}

function DeclineDialog({ pending: { id, member }, onFailure, onClose }: DeclineDialogProps) {
  const client = useQueryClient();
  const { onSubmit, busy, errors } = useForm({
    send: async ({ reason = '' }) => {
      await call(decidePending, { params: { id }, body: { verdict: 'declined', reason: reason.trim() } });
      toast.success(words.declined({ name: member.name }));
      onClose();
      await pendingDecided(client);
    },
    onFailure: (error) => {
      onFailure(error);
      if (error instanceof CallRefused && (error.status === 409 || error.status === 404)) onClose();
    },
  });
  return (
    <FormDialog
      title={words.declineTitle}
      hint={words.declineHint({ name: member.name })}
      action={words.declineButton}
      busy={busy && words.sending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextArea
        name="reason"
        rows={3}
        label={words.reason}
        hint={words.reasonHint}
        maxLength={limits.moderationReason}
        error={errors['reason']}
      />
    </FormDialog>
  );
}
