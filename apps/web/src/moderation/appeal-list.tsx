import { type Appeal, resolveAppeal } from '@mbari/contract/moderation/appeals';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/appeals';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useId, useState } from 'react';
import { contentModerated } from '~/platform/lib/cache-events/moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Button } from '~/platform/ui/button.tsx';
import { TextArea } from '~/platform/ui/field.tsx';
import { FormDialog } from '~/platform/ui/form-dialog.tsx';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import { openAppeals } from './appeal-queries.ts';
import { DecisionReasons, decisionWords } from './decision-reasons.tsx';
import './appeals.css';

export function AppealList() {
  const list = useInfiniteQuery(openAppeals);
  return (
    <PagedRows
      list={list}
      failed={words.loadFailed}
      empty={{ drawing: 'letter', title: words.empty, hint: words.emptyHint }}
      className="report-cards"
    >
      {(appeal) => <AppealCard appeal={appeal} />}
    </PagedRows>
  );
}

type Outcome = 'granted' | 'refused';

export function AppealCard({ appeal }: { appeal: Appeal }) {
  const id = useId();
  const [dialogOutcome, setDialogOutcome] = useState<Outcome | null>(null);
  const { against, member, body, created_at } = appeal;
  return (
    <article className="report-card" aria-labelledby={id} data-open>
      <h2 id={id} className="report-title">
        <Scale size={20} strokeWidth={1.6} aria-hidden="true" />
        <span dir="auto">{words.appealFrom({ name: member?.name ?? words.formerMember })}</span>
      </h2>
      <p className="report-meta">{words.appealedOn({ day: dayInSentence(created_at) })}</p>
      <p className="report-excerpt" dir="auto">
        {body}
      </p>
      <h3 className="text-t15 font-semibold">
        {words.against({ act: decisionWords(against.action), name: against.actor?.name ?? words.formerMember })}
      </h3>
      <DecisionReasons title={against.title} excerpt={against.excerpt} rule={against.rule} reason={against.reason} />
      <div className="report-actions">
        <Button aria-describedby={id} onClick={() => setDialogOutcome('granted')}>
          {words.grant}
        </Button>
        <Button aria-describedby={id} kind="quiet" onClick={() => setDialogOutcome('refused')}>
          {words.refuse}
        </Button>
      </div>
      {dialogOutcome !== null && <DecideDialog id={appeal.id} outcome={dialogOutcome} onClose={() => setDialogOutcome(null)} />}
    </article>
  );
}

const outcomeWords = {
  granted: { title: words.grantTitle, hint: words.grantHint, action: words.grantButton, done: words.grantDone },
  refused: { title: words.refuseTitle, hint: words.refuseHint, action: words.refuseButton, done: words.refuseDone },
} as const;

function DecideDialog({ id, outcome, onClose }: { id: string; outcome: Outcome; onClose: () => void }) {
  const client = useQueryClient();
  const { title, hint, action, done } = outcomeWords[outcome];
  const close = () => {
    onClose();
    void contentModerated(client);
  };
  const { onSubmit, busy, errors } = useForm({
    send: async ({ note = '' }) => {
      await call(resolveAppeal, { params: { id }, body: { outcome, note: note.trim() } });
      close();
    },
    done,
    failed: words.decideFailed,
    onOutdated: close,
  });
  return (
    <FormDialog title={title} hint={hint} action={action} busy={busy && words.sending} onSubmit={onSubmit} onClose={onClose}>
      <TextArea name="note" rows={3} label={words.note} hint={words.noteHint} maxLength={limits.moderationReason} error={errors['note']} />
    </FormDialog>
  );
}
