import * as words from '@mbari/words/rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { RulesEditor } from '~/features/rules/rules-editor.tsx';
import { communityRules } from '~/features/rules/rules-query.ts';
import { nameWindow } from '~/lib/page-turn.ts';
import { useSession } from '~/lib/session.ts';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import '~/features/rules/rules.css';
import { NotFoundPage } from './not-found-page.tsx';

/** Where admins change the rules. For all others there is no such page. */
export function AdminRulesPage() {
  return useSession().user?.role === 'admin' ? <Editing /> : <NotFoundPage />;
}

function Editing() {
  // Somebody else may have changed them since they were last read.
  const { data, isFetchedAfterMount, isFetching, isError, refetch } = useQuery({ ...communityRules, refetchOnMount: 'always' });
  useEffect(() => nameWindow(words.change), []);
  return (
    <div className="rules-page">
      <Link to="/rules" className="link text-t15">
        {words.rules}
      </Link>
      <h1 tabIndex={-1} className="display-large">
        {words.change}
      </h1>
      <p className="rules-lead">{words.changeLead}</p>
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
