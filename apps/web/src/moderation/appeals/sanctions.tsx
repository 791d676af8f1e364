import type { CurrentUser } from '@mbari/contract/people/members';
import { SilenceNote } from './silence-note.tsx';
import { WarningDialog } from './warning-dialog.tsx';

export const Sanctions = ({ warning, silence }: Pick<CurrentUser, 'warning' | 'silence'>) => (
  <>
    {silence && <SilenceNote silence={silence} />}
    {warning && <WarningDialog key={warning.id} warning={warning} />}
  </>
);
