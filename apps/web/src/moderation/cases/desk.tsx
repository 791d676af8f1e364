import { type ReportCase, addReportNote, leaveReports, takeReports } from '@mbari/contract/moderation/cases';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/report-desk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { actWords } from '~/moderation/act-words.ts';
import { reportsWorkedOn } from '~/platform/lib/cache-events/moderation.ts';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useForm } from '~/platform/lib/use-form.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { TextArea } from '~/platform/ui/field.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { reportBackground } from './moderation-queries.ts';
import '~/platform/ui/parts.css';

/** Assignee, notes, history and reporters of a case. */
export function Desk({ report }: { report: ReportCase }) {
  return (
    <section className="report-desk" aria-label={words.desk}>
      <Assignment report={report} />
      <h3 className="report-count">{words.background}</h3>
      <Background id={report.id} />
    </section>
  );
}

function Assignment({ report: { id, assignee, viewer } }: { report: ReportCase }) {
  const client = useQueryClient();
  const change = useAction(async () => {
    try {
      await call(viewer.has_taken ? leaveReports : takeReports, { params: { id } });
    } finally {
      await reportsWorkedOn(client);
    }
  }, words.failed);
  return (
    <div className="report-desk-head">
      {assignee && (
        <span className="flex items-center gap-s2">
          <Avatar src={assignee.avatar_url} size={24} />
          <span dir="auto">{viewer.has_taken ? words.yours : words.takenBy({ name: assignee.name })}</span>
        </span>
      )}
      <Button kind="text" busy={change.busy && words.sending} onClick={() => void change.run()}>
        {viewer.has_taken ? words.leave : assignee ? words.takeOver : words.take}
      </Button>
    </div>
  );
}

function Background({ id }: { id: string }) {
  const { data, isPending } = useQuery(reportBackground(id));
  if (isPending) return <Spinner />;
  if (!data) return <p>{words.failed}</p>;
  const { history, reporters, notes } = data;
  return (
    <div className="grid gap-s3">
      <h4 className="font-semibold">{words.history}</h4>
      {history.length === 0 ? (
        <p className="text-ink-meta">{words.noHistory}</p>
      ) : (
        <ul>
          {history.map((entry) => (
            <li key={entry.id} className="parts">
              <span>{actWords[entry.action]}</span>
              {entry.rule && <span dir="auto">{entry.rule.title}</span>}
              <HappenedTime at={entry.created_at} />
            </li>
          ))}
        </ul>
      )}
      {reporters.length > 0 && (
        <>
          <h4 className="font-semibold">{words.reporters}</h4>
          <ul>
            {reporters.map(({ reporter, reports_count: count, acted_on_count: acted }) => (
              <li key={reporter.id}>
                <bdi>{reporter.name}</bdi>: {words.record({ count, acted })}
              </li>
            ))}
          </ul>
        </>
      )}
      <h4 className="font-semibold">{words.notes}</h4>
      <ul>
        {notes.map(({ id: noteId, author, body, created_at }) => (
          <li key={noteId}>
            <div className="parts">
              <b dir="auto">{author?.name ?? words.formerOrganiser}</b>
              <HappenedTime at={created_at} />
            </div>
            <p className="report-note" dir="auto">
              {body}
            </p>
          </li>
        ))}
      </ul>
      <NoteForm id={id} />
    </div>
  );
}

function NoteForm({ id }: { id: string }) {
  const client = useQueryClient();
  const { values, change, busy, errors, onSubmit } = useForm({
    start: { body: '' },
    check: ({ body }) => ({ ...(body.trim() === '' && { body: [words.noteNeeded] }) }),
    send: async ({ body }) => {
      await call(addReportNote, { params: { id }, body: { body: body.trim() } });
      await reportsWorkedOn(client);
    },
    failed: words.failed,
  });
  return (
    <form noValidate className="grid gap-s2" onSubmit={onSubmit}>
      <TextArea
        name="body"
        rows={2}
        label={words.note}
        value={values.body}
        maxLength={limits.reportNote}
        error={errors['body']}
        onChange={({ target }) => change({ body: target.value })}
      />
      <Button type="submit" kind="quiet" className="justify-self-start" busy={busy && words.sending}>
        {words.addNote}
      </Button>
    </form>
  );
}
