import { answerApplication, type OwnApplication as Application } from '@mbari/contract/identity/applications';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/applications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applicationAnswered } from '~/platform/lib/cache-events/identity.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { refreshUser, signOut } from '~/platform/lib/session.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { UliDrawing } from '~/platform/site/uli-drawing.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { TextArea } from '~/platform/ui/field.tsx';
import { Note } from '~/platform/ui/note.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { ownApplication } from './application-queries.ts';

/** The applicant's question and, once answered, a notice that organisers will read it. */
export function OwnApplication() {
  const { data, error, isPending, isFetching, refetch } = useQuery(ownApplication);
  const isApproved = error instanceof CallRefused && error.status === 404;
  useEffect(() => setPageTitle(words.windowTitle), []);
  useEffect(() => {
    // The route guard then redirects.
    if (isApproved) refreshUser().catch(() => undefined);
  }, [isApproved]);
  return (
    <>
      {data ? (
        <ApplicationState application={data} />
      ) : isPending || isApproved ? (
        // Reserves the content's height. In wide windows, the centred column would otherwise move when the content loads.
        <div className="min-h-[32rem]">
          <Spinner size={28} />
        </div>
      ) : (
        <FetchFailed message={words.loadFailed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      <Button kind="text" tall className="-ms-s2 mt-s5" onClick={() => void signOut()}>
        {words.signOut}
      </Button>
    </>
  );
}

const headings = {
  unsent: { title: words.askTitle, lead: words.askLead, drawing: 'letter' },
  waiting: { title: words.waitingTitle, lead: words.waitingLead, drawing: 'letter' },
  declined: { title: words.declinedTitle, lead: words.declinedLead, drawing: 'cracked' },
} as const;

function ApplicationState({ application }: { application: Application }) {
  const { state, question, answer, reason } = application;
  const { title, lead, drawing } = headings[state];
  return (
    <>
      <UliDrawing name={drawing} className="mb-s5 max-w-[280px]! ms-0!" />
      <h1 tabIndex={-1} className="display-large">
        {title}
      </h1>
      <p className="mt-s2 mb-s5 text-ink-quiet">{lead}</p>
      {state === 'declined' && reason !== null && (
        <Note>
          <span dir="auto">{reason}</span>
        </Note>
      )}
      {state !== 'declined' && question !== null && <AnswerForm question={question} answer={answer} />}
    </>
  );
}

function AnswerForm({ question, answer }: { question: string; answer: string | null }) {
  const client = useQueryClient();
  const { values, change, unsaved, errors, busy, onSubmit } = useForm({
    start: { answer: answer ?? '' },
    check: (form) => ({ ...(form.answer.trim() === '' && { answer: [words.answerNeeded] }) }),
    send: async (form) => {
      const { data } = await call(answerApplication, { body: { answer: form.answer.trim() } });
      applicationAnswered(client, data);
    },
    done: words.sent,
    failed: words.sendFailed,
    onOutdated: () => applicationAnswered(client),
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-s3">
      <TextArea
        name="answer"
        rows={5}
        label={<span dir="auto">{question}</span>}
        maxLength={limits.joiningAnswer}
        value={values.answer}
        error={errors['answer']}
        onChange={({ currentTarget }) => change({ answer: currentTarget.value })}
      />
      <Button type="submit" tall className="justify-self-start" busy={busy && words.sending} disabled={answer !== null && !unsaved}>
        {answer === null ? words.send : words.change}
      </Button>
    </form>
  );
}
