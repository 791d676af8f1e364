import type { CurrentUser } from '@mbari/contract/shapes/members';
import { SilenceNote } from './silence-note.tsx';
import { WarningDialog } from './warning-dialog.tsx';

/** What organisers have told the member, and they must know. */
export const Sanctions = ({ warning, silence }: Pick<CurrentUser, 'warning' | 'silence'>) => (
  <>
    {silence && <SilenceNote silence={silence} />}
    {warning && <WarningDialog key={warning.id} warning={warning} />}
  </>
);
