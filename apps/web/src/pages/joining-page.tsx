import * as words from '@mbari/words/joining';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AdminFrame } from '~/features/admin/admin-frame.tsx';
import { JoiningForm } from '~/features/joining/joining-form.tsx';
import { joiningSettings } from '~/features/joining/joining-queries.ts';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';

/** Where admins say who may join. */
export function JoiningPage() {
  return <AdminFrame title={words.title}>{() => <Settings />}</AdminFrame>;
}

function Settings() {
  const { data, isPending, isFetching, refetch } = useQuery(joiningSettings);
  return (
    <div className="admin-narrow">
      <p className="mb-s4 text-ink-quiet">
        {words.lead}{' '}
        <Link to="/invitations" search={{ tab: 'all' }} className="link">
          {words.invitations}
        </Link>
      </p>
      {isPending && <Spinner size={28} />}
      {data && <JoiningForm joining={data} />}
      {!data && !isPending && <FetchFailed message={words.loadFailed} busy={isFetching} onRetry={() => void refetch()} />}
    </div>
  );
}
