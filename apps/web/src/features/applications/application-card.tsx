import { decideApplication } from '@mbari/contract/applications';
import * as limits from '@mbari/contract/limits';
import type { Application } from '@mbari/contract/shapes/applications';
import * as words from '@mbari/words/applications';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, useTransition } from 'react';
import { applicationDecided } from '~/lib/cache-events/applications.ts';
import { call, CallRefused, wordsOf } from '~/lib/call.ts';
import { dayInSentence } from '~/lib/day-in-sentence.ts';
import { toast } from '~/lib/toast.ts';
import { useForm } from '~/lib/use-form.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Button } from '~/ui/button.tsx';
import { TextArea } from '~/ui/field.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';

/** Somebody who asks to join, what they answered, and what can be decided. */
export function ApplicationCard({ application }: { application: Application }) {
  const id = useId();
  const client = useQueryClient();
  const [busy, start] = useTransition();
  const [declines, setDeclines] = useState(false);
  const { member, country_code, asked_at, question, answer } = application;
  const failed = (error: unknown) => {
    toast.error(wordsOf(error, words.decideFailed));
    // Another organiser was faster.
    if (error instanceof CallRefused && (error.status === 409 || error.status === 404)) void applicationDecided(client);
  };
  const approve = () =>
    start(async () => {
      try {
        await call(decideApplication, { params: { id: application.id }, body: { verdict: 'approved' } });
        toast.success(words.approved({ name: member.name }));
        await applicationDecided(client);
      } catch (error) {
        failed(error);
      }
    });
  return (
    <article className="report-card" aria-labelledby={id}>
      <h2 id={id} className="report-title">
        <Avatar src={member.avatar_url} size={28} />
        <span dir="auto">{member.name}</span>
      </h2>
      <p className="report-meta">
        <span>
          <bdi>@{member.username}</bdi>
          {country_code !== null && (
            <>
              {' · '}
              <bdi>{country_code}</bdi>
            </>
          )}
          {` · ${words.askedOn({ day: dayInSentence(asked_at) })}`}
        </span>
      </p>
      {question !== null && (
        <>
          <h3 className="text-t15 font-semibold" dir="auto">
            {question}
          </h3>
          <p className="application-answer" dir="auto">
            {answer}
          </p>
        </>
      )}
      <div className="report-actions">
        <Button aria-describedby={id} busy={busy && words.sending} onClick={approve}>
          {words.approve}
        </Button>
        <Button aria-describedby={id} kind="quiet" onClick={() => setDeclines(true)}>
          {words.decline}
        </Button>
      </div>
      {declines && <DeclineDialog application={application} onFailure={failed} onClose={() => setDeclines(false)} />}
    </article>
  );
}

interface DeclineDialogProps {
  application: Application;
  onFailure: (error: unknown) => void;
  onClose: () => void;
}

function DeclineDialog({ application: { id, member }, onFailure, onClose }: DeclineDialogProps) {
  const client = useQueryClient();
  const { onSubmit, busy, errors } = useForm({
    send: async ({ reason = '' }) => {
      await call(decideApplication, { params: { id }, body: { verdict: 'declined', reason: reason.trim() } });
      toast.success(words.declined({ name: member.name }));
      onClose();
      await applicationDecided(client);
    },
    onFailure: (error) => {
      onFailure(error);
      if (error instanceof CallRefused && (error.status === 409 || error.status === 404)) onClose();
    },
  });
  return (
    <FormDialog
      title={words.declineTitle({ name: member.name })}
      hint={words.declineHint}
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
