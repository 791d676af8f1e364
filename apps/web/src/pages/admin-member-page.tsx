import * as words from '@mbari/words/admin';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { AccountDetails } from '~/features/admin-members/account-details.tsx';
import { account } from '~/features/admin-members/account-queries.ts';
import { AdminFrame } from '~/features/admin/admin-frame.tsx';
import { CallRefused } from '~/lib/call.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';

/** One member, as admins see them. */
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
