import type { Account } from '@mbari/contract/shapes/admin-members';
import * as words from '@mbari/words/admin';
import { loadMore } from '@mbari/words/ui';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadMoreButton } from '~/features/wall/load-more-button.tsx';
import { itemsOf } from '~/lib/items-of.ts';
import { roleWords } from '~/lib/role-words.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { type AccountFilter, accounts } from './account-queries.ts';
import { stateWords } from './account-words.ts';

/** The accounts that a filter leaves, newest first. */
export function AccountList({ filter }: { filter: AccountFilter }) {
  const list = useInfiniteQuery({ ...accounts(filter), placeholderData: keepPreviousData });
  if (list.isPending)
    return (
      <div className="py-s6 text-center">
        <Spinner size={28} />
      </div>
    );
  if (list.data === undefined) return <FetchFailed message={words.loadFailed} busy={list.isFetching} onRetry={() => void list.refetch()} />;
  const found = itemsOf(list.data);
  if (found.length === 0)
    return (
      <EmptyState drawing="lost" title={words.noneFound}>
        {words.noneHint}
      </EmptyState>
    );
  return (
    <>
      <ul className="account-rows" aria-busy={list.isPlaceholderData}>
        {found.map((one) => (
          <li key={one.id}>
            <AccountRow account={one} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMoreButton
          label={loadMore}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
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
