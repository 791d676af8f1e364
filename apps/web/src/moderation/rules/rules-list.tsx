import * as words from '@mbari/words/rules';
import { useQuery } from '@tanstack/react-query';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { communityRules } from '~/platform/site/rules-query.ts';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import './rules.css';

export function RulesList() {
  const { data, isPending, isFetching, refetch } = useQuery(communityRules);
  if (isPending) return <div className="rules-waiting" aria-busy="true" />;
  if (!data) return <FetchFailed message={words.loadFailed} busy={isFetching} onRetry={() => void refetch()} />;
  if (data.rules.length === 0)
    return (
      <EmptyState drawing="quiet" title={words.empty}>
        {words.emptyHint}
      </EmptyState>
    );
  return (
    <>
      <ol className="rules">
        {data.rules.map(({ id, title, body }) => (
          <li key={id} dir="auto">
            <h2 className="rule-title">{title}</h2>
            {body !== '' && <p className="rule-body">{body}</p>}
          </li>
        ))}
      </ol>
      {data.changed_at !== null && <p className="text-t15 text-ink-meta">{words.changedOn({ day: dayInSentence(data.changed_at) })}</p>}
    </>
  );
}
