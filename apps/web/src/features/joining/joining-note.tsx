import type { Site } from '@mbari/contract/shapes/site';
import * as words from '@mbari/words/register';
import { Note } from '~/ui/note.tsx';

interface JoiningNoteProps {
  mode: Site['joining']['mode'] | undefined;
  invitation: { is_open: boolean; inviter_name: string | null } | undefined;
}

/** Who invites the newcomer, or that their invitation is over. */
export function JoiningNote({ mode, invitation }: JoiningNoteProps) {
  if (!invitation || mode === undefined || mode === 'closed') return null;
  if (invitation.is_open)
    return (
      <Note kind="good">
        <span dir="auto">{words.invitedBy({ name: invitation.inviter_name ?? '' })}</span>
      </Note>
    );
  return <Note kind="bad">{mode === 'invitation' ? words.invitationOver : words.invitationOverOpen}</Note>;
}
