import { listMembers } from '@mbari/contract/people/directory';
import type { Author } from '@mbari/contract/people/members';
import { namePerson, unnamePerson } from '@mbari/contract/photos/people-shown';
import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/people-shown';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { photoById } from '~/photos/posts/photo-by-id.ts';
import { peopleShownChanged } from '~/platform/lib/cache-events/people-shown.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { membersNamedKey } from '~/platform/lib/query-keys.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { IconButton } from '~/platform/ui/button.tsx';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { TextField } from '~/platform/ui/field.tsx';
import './people-shown.css';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** The author names members in a post, and takes names away. */
export function NamePeople({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const client = useQueryClient();
  const { data: { people = [] } = photo } = useQuery(photoById(photo.id));
  const [sought, setSought] = useState('');
  const [error, setError] = useState<string>();
  const change = async (act: Promise<unknown>) => {
    setError(undefined);
    try {
      await act;
      await peopleShownChanged(client, photo.id);
      return true;
    } catch (problem) {
      setError((problem instanceof CallRefused && (problem.errors['username']?.[0] ?? problem.serverMessage)) || words.failed);
      return false;
    }
  };
  const add = async ({ username }: Author) => {
    if (await change(call(namePerson, { params: { id: photo.id }, body: { username } }))) setSought('');
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p className="mb-s4 text-ink-quiet">{words.hint}</p>
      <ul>
        {people.map((person) => (
          <Row key={person.id} member={person} note={person.is_asked && words.asked}>
            <IconButton
              label={words.remove(person)}
              onClick={() => void change(call(unnamePerson, { params: { id: photo.id, memberId: person.id } }))}
            >
              <X {...icon} />
            </IconButton>
          </Row>
        ))}
      </ul>
      <TextField
        label={words.find}
        type="search"
        dir="auto"
        autoComplete="off"
        maxLength={limits.search}
        className="mt-s4"
        value={sought}
        error={error}
        onChange={({ target }) => setSought(target.value)}
      />
      <Found sought={sought} hidden={[photo.user, ...people].map(({ id }) => id)} onAdd={(member) => void add(member)} />
    </Dialog>
  );
}

function Found({ sought, hidden, onAdd }: { sought: string; hidden: readonly string[]; onAdd: (member: Author) => void }) {
  const term = useDebounced(sought.trim(), limits.searchDebounce);
  const { data } = useQuery({
    queryKey: membersNamedKey(term),
    queryFn: async ({ signal }) => (await call(listMembers, { query: { search: term, per_page: '8' }, signal })).data,
    enabled: term !== '',
    staleTime: 60_000,
    retry: false,
  });
  const members = sought.trim() === '' ? undefined : data?.filter(({ id }) => !hidden.includes(id));
  return (
    <div role="status">
      <ul>
        {members?.map((member) => (
          <Row key={member.id} member={member}>
            <IconButton label={words.add(member)} onClick={() => onAdd(member)}>
              <Plus {...icon} />
            </IconButton>
          </Row>
        ))}
      </ul>
      {members?.length === 0 && <p className="mt-s3 text-ink-meta">{words.nobodyFound}</p>}
    </div>
  );
}

function Row({ member, note, children }: { member: Author; note?: ReactNode; children: ReactNode }) {
  return (
    <li className="person-row">
      <Avatar src={member.avatar_url} size={40} />
      <span className="min-w-0 flex-1 truncate">
        <b className="font-semibold" dir="auto">
          {member.name}
        </b>{' '}
        <span className="text-ink-meta">
          <bdi>@{member.username}</bdi> {note}
        </span>
      </span>
      {children}
    </li>
  );
}
