import * as words from '@mbari/words/filters';
import { useQuery } from '@tanstack/react-query';
import { AdminFrame } from '~/features/admin/admin-frame.tsx';
import { FiltersForm } from '~/features/filters/filters-form.tsx';
import { filters } from '~/features/filters/filters-query.ts';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';

/** Which words and links are refused or reported, and for how long an account is new. */
export function AdminFiltersPage() {
  return <AdminFrame title={words.filters}>{() => <Lists />}</AdminFrame>;
}

function Lists() {
  // Another admin may have changed them since they were last read.
  const { data, isFetchedAfterMount, isError, isFetching, refetch } = useQuery(filters);
  if (data && isFetchedAfterMount)
    return (
      <div className="admin-narrow">
        <p className="text-ink-quiet">{words.lead}</p>
        <FiltersForm filters={data} />
      </div>
    );
  return isError ? (
    <FetchFailed message={words.loadFailed} busy={isFetching} onRetry={() => void refetch()} />
  ) : (
    <div className="py-s6 text-center">
      <Spinner size={28} />
    </div>
  );
}
