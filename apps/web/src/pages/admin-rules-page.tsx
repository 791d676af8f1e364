import * as words from '@mbari/words/rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AdminFrame } from '~/features/admin/admin-frame.tsx';
import { RulesEditor } from '~/features/rules/rules-editor.tsx';
import { communityRules } from '~/features/rules/rules-query.ts';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import '~/features/rules/rules.css';

/** Where admins change the rules. */
export function AdminRulesPage() {
  return <AdminFrame title={words.change}>{() => <Editing />}</AdminFrame>;
}

function Editing() {
  // Somebody else may have changed them since they were last read.
  const { data, isFetchedAfterMount, isFetching, isError, refetch } = useQuery({ ...communityRules, refetchOnMount: 'always' });
  return (
    <div className="admin-narrow">
      <p className="mb-s4 text-ink-quiet">
        {words.changeLead}{' '}
        <Link to="/rules" className="link">
          {words.seePage}
        </Link>
      </p>
      {data && isFetchedAfterMount ? (
        <RulesEditor rules={data} />
      ) : isError ? (
        <FetchFailed message={words.loadFailed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className="rules-waiting" aria-busy="true" />
      )}
    </div>
  );
}
