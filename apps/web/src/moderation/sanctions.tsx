import { acknowledgeWarning } from '@mbari/contract/moderation/appeals';
import type { CurrentUser } from '@mbari/contract/people/members';
import * as words from '@mbari/words/sanctions';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { refreshUser } from '~/platform/lib/session.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { Note } from '~/platform/ui/note.tsx';

export const Sanctions = ({ warning, silence }: Pick<CurrentUser, 'warning' | 'silence'>) => (
  <>
    {silence && <SilenceNote silence={silence} />}
    {warning && <WarningDialog key={warning.id} warning={warning} />}
  </>
);

/** Note above every page of a silenced member, with reason and end. */
const SilenceNote = ({ silence: { reason, until } }: { silence: NonNullable<CurrentUser['silence']> }) => (
  <Note kind="bad">
    <p role="status">
      <b>{until === null ? words.silenced : words.silencedUntil({ day: new Date(until) })}</b> <span dir="auto">{reason}</span>
    </p>
  </Note>
);

/** Reappears on each page load until the member acknowledges the warning. */
function WarningDialog({ warning: { id, rule, reason } }: { warning: NonNullable<CurrentUser['warning']> }) {
  const [closed, setClosed] = useState(false);
  const acknowledge = useAction(async () => {
    await call(acknowledgeWarning, { params: { id } });
    await refreshUser();
  }, words.failed);
  if (closed) return null;
  return (
    <Dialog
      title={words.warningTitle}
      onClose={() => setClosed(true)}
      footer={
        <Button busy={acknowledge.busy && words.sending} onClick={() => void acknowledge.run()}>
          {words.acknowledge}
        </Button>
      }
    >
      <div className="grid gap-s3">
        <p>{words.warningLead}</p>
        {rule !== null && (
          <div dir="auto">
            <b>{rule.title}</b>
            {rule.body !== '' && <p className="whitespace-pre-line text-ink-quiet">{rule.body}</p>}
          </div>
        )}
        {reason !== null && (
          <p className="whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
            {reason}
          </p>
        )}
        <Link to="/decisions/$id" params={{ id }} className="link" onClick={() => setClosed(true)}>
          {words.appealLink}
        </Link>
      </div>
    </Dialog>
  );
}
