import { type Account, listAccounts, readAccount } from '@mbari/contract/community/admin-members';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/admin';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { accountKey, accountsKey } from '~/platform/lib/query-keys.ts';
import { roleWords } from '~/platform/lib/role-words.ts';
import { useDebounced } from '~/platform/lib/use-debounced.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { SelectField, TextField } from '~/platform/ui/field.tsx';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import { roleChoices, stateChoices, stateWords } from './account-words.ts';

export function AccountList({ filter }: { filter: AccountFilter }) {
  const list = useInfiniteQuery({ ...accounts(filter), placeholderData: keepPreviousData });
  return (
    <PagedRows
      list={list}
      failed={words.loadFailed}
      empty={{ drawing: 'lost', title: words.noneFound, hint: words.noneHint }}
      className="account-rows"
    >
      {(account) => <AccountRow account={account} />}
    </PagedRows>
  );
}

interface AccountFiltersProps {
  filter: AccountFilter;
  onChange: (filter: AccountFilter) => void;
}

export function AccountFilters({ filter, onChange }: AccountFiltersProps) {
  const [searchText, setSearchText] = useState(filter.search ?? '');
  const search = useDebounced(searchText.trim(), limits.searchDebounce);
  useEffect(() => {
    if (search !== (filter.search ?? '')) onChange({ ...filter, search });
  });
  return (
    <search className="admin-filters">
      <TextField
        label={words.search}
        type="search"
        dir="auto"
        autoCapitalize="none"
        spellCheck={false}
        value={searchText}
        onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
      />
      <SelectField
        label={words.role}
        value={filter.role ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, role: roleChoices.find(([role]) => role === value)?.[0] })}
      >
        <option value="">{words.anyRole}</option>
        {roleChoices.map(([role, label]) => (
          <option key={role} value={role}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.state}
        value={filter.state ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, state: stateChoices.find(([state]) => state === value)?.[0] })}
      >
        <option value="">{words.anyState}</option>
        {stateChoices.map(([state, label]) => (
          <option key={state} value={state}>
            {label}
          </option>
        ))}
      </SelectField>
    </search>
  );
}

export interface AccountFilter {
  search?: string;
  role?: Account['role'];
  state?: Account['state'];
}

/** Refetched on every mount, because new members join in the meantime. */
const accounts = (filter: AccountFilter) =>
  infiniteQueryOptions({
    queryKey: accountsKey(filter),
    queryFn: ({ pageParam, signal }) =>
      call(listAccounts, { query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

export const account = (id: string) =>
  queryOptions({
    queryKey: accountKey(id),
    queryFn: async ({ signal }) => (await call(readAccount, { params: { id }, signal })).data,
    staleTime: 0,
  });

function AccountRow({ account: { id, name, username, email, avatar_url, role, state } }: { account: Account }) {
  return (
    <Link to="/admin/members/$id" params={{ id }} className="account-row">
      <Avatar src={avatar_url} size={44} />
      <span className="min-w-0">
        <span className="block font-semibold [overflow-wrap:anywhere]" dir="auto">
          {name}
        </span>
        <span className="account-row-mail block" dir="ltr">
          <bdi dir="auto">
            @{username} · {email}
          </bdi>
        </span>
      </span>
      <span className="account-state" data-state={state}>
        {[...(role === 'member' ? [] : [roleWords[role]]), ...(state === 'live' ? [] : [stateWords[state]])].join(' · ')}
      </span>
    </Link>
  );
}
