import { appealDecision, type Decision as DecisionAnswer } from '@mbari/contract/moderation/appeals';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/appeals';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { decisionAppealed } from '~/platform/lib/cache-events/moderation.ts';
import { call, errorMessage } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { toast } from '~/platform/lib/toast.ts';
import './appeals.css';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { TextArea } from '~/platform/ui/field.tsx';
import { Note } from '~/platform/ui/note.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { decisionById } from './appeal-queries.ts';
import { DecisionReasons, decisionWords } from './decision-reasons.tsx';

export function Decision({ id, missing }: { id: string; missing: ReactNode }) {
  const { data, isPending } = useQuery(decisionById(id));
  if (isPending) return <Spinner size={28} />;
  if (!data) return missing;
  return (
    <>
      <h1 tabIndex={-1} className="display-large">
        {decisionWords(data.action)}
      </h1>
      <p className="text-ink-meta">{words.decidedOn({ day: dayInSentence(data.created_at) })}</p>
      <DecisionReasons title={data.title} excerpt={data.excerpt} rule={data.rule} reason={data.reason} />
      <AppealState decision={data} />
    </>
  );
}

export function AppealForm({ id }: { id: string }) {
  const client = useQueryClient();
  const { onSubmit, busy, errors } = useForm({
    check: ({ body = '' }) => ({ ...(body.trim() === '' && { body: [words.bodyNeeded] }) }),
    send: async ({ body = '' }) => {
      await call(appealDecision, { params: { id }, body: { body: body.trim() } });
      toast.success(words.sent);
      await decisionAppealed(client, id);
    },
    onFailure: (error) => {
      toast.error(errorMessage(error, words.failed));
      void decisionAppealed(client, id);
    },
  });
  return (
    <form className="grid gap-s3" noValidate onSubmit={onSubmit} aria-label={words.appeal}>
      <h2 className="text-t20 font-semibold">{words.appeal}</h2>
      <p className="text-ink-quiet">{words.appealHint({ days: limits.appealDays })}</p>
      <TextArea name="body" rows={4} label={words.body} maxLength={limits.appeal} error={errors['body']} />
      <Button type="submit" className="justify-self-start" busy={busy && words.sending}>
        {words.send}
      </Button>
    </form>
  );
}

function AppealState({ decision: { id, appeal, viewer } }: { decision: DecisionAnswer }) {
  if (appeal === null) return viewer.may_appeal ? <AppealForm id={id} /> : <p className="text-ink-quiet">{words.tooLate}</p>;
  const { resolution } = appeal;
  return (
    <section className="grid gap-s3" aria-label={words.yourAppeal}>
      <h2 className="text-t20 font-semibold">{words.yourAppeal}</h2>
      <p className="decision-words" dir="auto">
        {appeal.body}
      </p>
      {resolution === null ? (
        <Note>{words.waiting}</Note>
      ) : (
        <Note kind={resolution.outcome === 'granted' ? 'good' : 'bad'}>
          <b>{resolution.outcome === 'granted' ? words.granted : words.refused}</b>
          {resolution.note !== null && (
            <p className="decision-words" dir="auto">
              {resolution.note}
            </p>
          )}
        </Note>
      )}
    </section>
  );
}
