import type { Decision as DecisionAnswer } from '@mbari/contract/moderation/appeals';
import * as words from '@mbari/words/appeals';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dayInSentence } from '~/platform/lib/day-ago.ts';
import { Note } from '~/platform/ui/note.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { AppealForm } from './appeal-form.tsx';
import { decisionById } from './appeal-queries.ts';
import { DecisionReasons } from './decision-reasons.tsx';
import { decisionWords } from './decision-words.ts';
import './appeals.css';

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
