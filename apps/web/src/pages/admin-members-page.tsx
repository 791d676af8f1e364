import * as words from '@mbari/words/admin';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { AdminFrame } from '~/community/admin-frame.tsx';
import { AccountDetails } from '~/community/members/account-details.tsx';
import { account, type AccountFilter, AccountFilters, AccountList } from '~/community/members/account-list.tsx';
import { roleChoices, stateChoices } from '~/community/members/account-words.ts';
import { CallRefused } from '~/platform/lib/call.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

export function AdminMembersPage() {
  return <AdminFrame title={words.members}>{() => <Accounts />}</AdminFrame>;
}

function Accounts() {
  const { q, role: roleParam, state: stateParam } = useSearch({ from: '/shell/admin/members' });
  const navigate = useNavigate();
  const role = roleChoices.find(([one]) => one === roleParam)?.[0];
  const state = stateChoices.find(([one]) => one === stateParam)?.[0];
  const filter: AccountFilter = { ...(q && { search: q }), ...(role && { role }), ...(state && { state }) };
  const choose = ({ search, role, state }: AccountFilter) =>
    void navigate({
      to: '/admin/members',
      search: { ...(search && { q: search }), ...(role && { role }), ...(state && { state }) },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="admin-narrow">
      <p className="text-ink-quiet">{words.membersLead}</p>
      <AccountFilters filter={filter} onChange={choose} />
      <AccountList filter={filter} />
    </div>
  );
}

export function AdminMemberPage() {
  return <AdminFrame title={words.members}>{() => <Account />}</AdminFrame>;
}

function Account() {
  const { id } = useParams({ from: '/shell/admin/members/$id' });
  const { data, error, isFetching, refetch } = useQuery(account(id));
  return (
    <>
      <Link to="/admin/members" className="link mb-s4 inline-block text-t15">
        {words.back}
      </Link>
      {data ? (
        <AccountDetails account={data} />
      ) : error instanceof CallRefused && error.status === 404 ? (
        <EmptyState drawing="lost" title={words.noneFound} />
      ) : error ? (
        <FetchFailed message={words.loadFailed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className="py-s6 text-center">
          <Spinner size={28} />
        </div>
      )}
    </>
  );
}
