import type { Account } from '@mbari/contract/community/admin-members';
import * as words from '@mbari/words/admin';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { roleWords } from '~/platform/lib/role-words.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { PagedRows } from '~/platform/ui/paged-list.tsx';
import { type AccountFilter, accounts } from './account-queries.ts';
import { stateWords } from './account-words.ts';

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
