import * as filterWords from '@mbari/words/filters';
import * as words from '@mbari/words/joining';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AdminFrame } from '~/community/admin-frame.tsx';
import { JoiningForm, joiningSettings } from '~/identity/joining/joining-form.tsx';
import { FiltersForm, filtersQuery } from '~/moderation/rules/filters-form.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';

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

/** Word and link filters, and limits for new accounts. */
export function AdminFiltersPage() {
  return <AdminFrame title={filterWords.filters}>{() => <Lists />}</AdminFrame>;
}

function Lists() {
  // Waits for fresh filters, because another admin may have changed them.
  const { data, isFetchedAfterMount, isError, isFetching, refetch } = useQuery(filtersQuery);
  if (data && isFetchedAfterMount)
    return (
      <div className="admin-narrow">
        <p className="text-ink-quiet">{filterWords.lead}</p>
        <FiltersForm filters={data} />
      </div>
    );
  return isError ? (
    <FetchFailed message={filterWords.loadFailed} busy={isFetching} onRetry={() => void refetch()} />
  ) : (
    <div className="py-s6 text-center">
      <Spinner size={28} />
    </div>
  );
}
