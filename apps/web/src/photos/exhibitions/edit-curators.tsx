import type { Author } from '@mbari/contract/people/members';
import { type Exhibition, inviteCurator, removeCurator } from '@mbari/contract/photos/exhibitions';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/exhibitions';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { FindMember, MemberRow } from '~/photos/people-shown/find-member.tsx';
import { exhibitionChanged, exhibitionOutdated } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';

/** The curators and who is invited, and a search for members to invite. */
export function EditCurators({ exhibition, onClose }: { exhibition: Exhibition; onClose: () => void }) {
  const { id, curators, invited } = exhibition;
  const client = useQueryClient();
  const invite = async (member: Author) => {
    const answer = await call(inviteCurator, { params: { id }, body: { member_id: member.id } });
    exhibitionChanged(client, answer.data);
  };
  const takeBack = async (member: Author) => {
    await call(removeCurator, { params: { id, memberId: member.id } });
    exhibitionOutdated(client, id);
  };
  return (
    <Dialog title={words.editCurators} onClose={onClose}>
      <ul>
        {curators.map((member) => (
          <MemberRow key={member.id} member={member} note={words.curator} />
        ))}
        {invited.map((member) => (
          <MemberRow key={member.id} member={member} note={words.curatorInvited}>
            <ActionFor member={member} action={words.takeBack} act={takeBack} />
          </MemberRow>
        ))}
      </ul>
      {curators.length + invited.length >= limits.exhibitionCurators ? (
        <p className="pt-s4 text-t15 text-ink-meta">{words.curatorsFull({ most: limits.exhibitionCurators })}</p>
      ) : (
        <FindMember label={words.inviteCurator} hint={words.inviteHint} except={[...curators, ...invited]}>
          {(member) => <ActionFor member={member} action={words.invite} act={invite} />}
        </FindMember>
      )}
    </Dialog>
  );
}

/** A button that acts on a member. */
function ActionFor({ member, action, act }: { member: Author; action: string; act: (member: Author) => Promise<void> }) {
  const { busy, run } = useAction(act, words.saveFailed);
  return (
    <Button kind="quiet" busy={busy && saving} aria-label={words.actionFor({ action, name: member.name })} onClick={() => void run(member)}>
      {action}
    </Button>
  );
}
