import type { CurrentUser } from '@mbari/contract/people/members';
import * as words from '@mbari/words/sanctions';
import { Note } from '~/platform/ui/note.tsx';
import { WarningDialog } from './warning-dialog.tsx';

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
