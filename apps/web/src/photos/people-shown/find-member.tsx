import { listMembers } from '@mbari/contract/people/directory';
import type { Author } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/people-shown';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { membersNamedKey } from '~/platform/lib/query-keys.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { TextField } from '~/platform/ui/field.tsx';
import './people-shown.css';

interface FindMemberProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** Members who are not offered. */
  except: readonly Pick<Author, 'id'>[];
  /** The button beside a found member. `clear` empties the field. */
  children: (member: Author, clear: () => void) => ReactNode;
}

/** A search for members by name or username, which offers eight of them. */
export function FindMember({ label, hint, error, except, children }: FindMemberProps) {
  const [sought, setSought] = useState('');
  const term = useDebounced(sought.trim(), limits.searchDebounce);
  const { data } = useQuery({
    queryKey: membersNamedKey(term),
    queryFn: async ({ signal }) => (await call(listMembers, { query: { search: term, per_page: '8' }, signal })).data,
    enabled: term !== '',
    staleTime: 60_000,
    retry: false,
  });
  const members = sought.trim() === '' ? undefined : data?.filter(({ id }) => except.every((one) => one.id !== id));
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        type="search"
        dir="auto"
        autoComplete="off"
        maxLength={limits.search}
        className="mt-s4"
        value={sought}
        error={error}
        onChange={({ target }) => setSought(target.value)}
      />
      <div role="status">
        <ul className="mt-s2">
          {members?.map((member) => (
            <MemberRow key={member.id} member={member}>
              {children(member, () => setSought(''))}
            </MemberRow>
          ))}
        </ul>
        {members?.length === 0 && <p className="mt-s3 text-ink-meta">{words.nobodyFound}</p>}
      </div>
    </>
  );
}

/** A member in a list, with a note and a button. */
export function MemberRow({ member, note, children }: { member: Author; note?: ReactNode; children?: ReactNode }) {
  return (
    <li className="person-row">
      <Avatar src={member.avatar_url} size={40} />
      <span className="min-w-0 flex-1">
        <b className="block truncate font-semibold" dir="auto">
          {member.name}
        </b>
        <span className="block truncate text-t15 text-ink-meta">
          {note && <>{note} · </>}
          <bdi>@{member.username}</bdi>
        </span>
      </span>
      {children}
    </li>
  );
}
