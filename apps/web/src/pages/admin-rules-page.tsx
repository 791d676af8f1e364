import * as words from '@mbari/words/rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AdminFrame } from '~/community/admin-frame.tsx';
import { RulesEditor } from '~/moderation/rules/rules-editor.tsx';
import { communityRules } from '~/platform/site/rules-query.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import '~/moderation/rules/rules.css';

export default function AdminRulesPage() {
  return <AdminFrame title={words.change}>{() => <Editing />}</AdminFrame>;
}

function Editing() {
  // Waits for fresh rules, because another admin may have changed them.
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
