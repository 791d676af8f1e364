import { checkInvitation } from '@mbari/contract/identity/invitations';
import type { Site } from '@mbari/contract/platform/site';
import * as words from '@mbari/words/register';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { call } from '~/platform/lib/call.ts';
import { checkedInvitationKey } from '~/platform/lib/query-keys.ts';
import { Note } from '~/platform/ui/note.tsx';

interface JoiningNoteProps {
  mode: Site['joining']['mode'] | undefined;
  invitation: { is_open: boolean; inviter_name: string | null } | undefined;
}

/** The inviter's name, a notice that the invitation ended, or that organisers approve newcomers. */
export function JoiningNote({ mode, invitation }: JoiningNoteProps) {
  if (mode === undefined || mode === 'closed') return null;
  if (!invitation) return mode === 'approval' ? <Note>{words.byApproval}</Note> : null;
  if (invitation.is_open)
    return (
      <Note kind="good">
        <span dir="auto">{words.invitedBy({ name: invitation.inviter_name ?? '' })}</span>
      </Note>
    );
  const endedTexts = { invitation: words.invitationOver, approval: words.invitationOverApproval, open: words.invitationOverOpen };
  return <Note kind="bad">{endedTexts[mode]}</Note>;
}

/** Returns the opened invitation's secret and, once loaded, its state. */
export function useInvitation() {
  const token = useLocation({ select: ({ state }) => state.invitation });
  const { data } = useQuery({
    queryKey: checkedInvitationKey(token),
    queryFn: async ({ signal }) => (await call(checkInvitation, { body: { token: token ?? '' }, signal })).data,
    enabled: token !== undefined,
    staleTime: 0,
  });
  return { token, invitation: data };
}
