import { listMembers } from '@mbari/contract/people/directory';
import type { Author } from '@mbari/contract/people/members';
import { type Exhibition, inviteCurator, removeCurator } from '@mbari/contract/photos/exhibitions';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/exhibitions';
import { saving } from '@mbari/words/ui';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { exhibitionChanged, exhibitionOutdated } from '~/platform/lib/cache-events/exhibitions.ts';
import { call } from '~/platform/lib/call.ts';
import { membersNamedKey } from '~/platform/lib/query-keys.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { Button } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { TextField } from '~/platform/ui/field.tsx';

/** The curators and who is invited, and a search for members to invite. */
export function EditCurators({ exhibition, onClose }: { exhibition: Exhibition; onClose: () => void }) {
  const { id, curators, invited } = exhibition;
  const client = useQueryClient();
  const [name, setName] = useState('');
  const isFull = curators.length + invited.length >= limits.exhibitionCurators;
  const there = new Set([...curators, ...invited].map((member) => member.id));
  const found = useMembersNamed(name.trim()).filter((member) => !there.has(member.id));
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
      <ul className="curator-rows">
        {curators.map((member) => (
          <MemberRow key={member.id} member={member} note={words.curator} />
        ))}
        {invited.map((member) => (
          <MemberRow key={member.id} member={member} note={words.curatorInvited} action={words.takeBack} act={takeBack} />
        ))}
      </ul>
      {isFull ? (
        <p className="pt-s4 text-t15 text-ink-meta">{words.curatorsFull({ most: limits.exhibitionCurators })}</p>
      ) : (
        <>
          <TextField
            type="search"
            dir="auto"
            autoComplete="off"
            label={words.inviteCurator}
            hint={words.inviteHint}
            value={name}
            maxLength={limits.search}
            className="pt-s4"
            onChange={({ target }) => setName(target.value)}
          />
          <ul className="curator-rows" aria-label={words.membersFound}>
            {found.map((member) => (
              <MemberRow key={member.id} member={member} action={words.invite} act={invite} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

interface MemberRowProps {
  member: Author;
  note?: ReactNode;
  action?: string;
  act?: (member: Author) => Promise<void>;
}

function MemberRow({ member, note, action, act = () => Promise.resolve() }: MemberRowProps) {
  const { busy, run } = useAction(act, words.saveFailed);
  return (
    <li>
      <Avatar src={member.avatar_url} size={40} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold" dir="auto">
          {member.name}
        </span>
        <span className="block truncate text-t15 text-ink-meta">{note ?? <span dir="ltr">@{member.username}</span>}</span>
      </span>
      {action !== undefined && (
        <Button
          kind="quiet"
          busy={busy && saving}
          aria-label={words.actionFor({ action, name: member.name })}
          onClick={() => void run(member)}
        >
          {action}
        </Button>
      )}
    </li>
  );
}

/** Members whose name or username begins so. */
function useMembersNamed(name: string): readonly Author[] {
  const asked = useDebounced(name === '' ? null : name, 250);
  const { data = [] } = useQuery({
    queryKey: membersNamedKey(asked),
    queryFn: async ({ signal }) => (await call(listMembers, { query: { search: asked ?? '', per_page: '8' }, signal })).data,
    enabled: asked !== null,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return name === '' ? [] : data;
}
