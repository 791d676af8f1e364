import * as words from '@mbari/words/moderation';
import { moderation } from '@mbari/words/shell';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AppealList } from '~/features/appeals/appeal-list.tsx';
import { type ReportState, reportCases } from '~/features/moderation/moderation-queries.ts';
import { ReportList } from '~/features/moderation/report-list.tsx';
import { nameWindow } from '~/lib/page-turn.ts';
import { useSession } from '~/lib/session.ts';
import { Tabs } from '~/ui/tabs.tsx';
import '~/features/moderation/moderation.css';
import { NotFoundPage } from './not-found-page.tsx';

/** Where organisers look at what members reported. For all others there is no such page. */
export function ModerationPage() {
  const { user } = useSession();
  return user && user.role !== 'member' ? <Reports /> : <NotFoundPage />;
}

type Tab = ReportState | 'appeals';
const labels: Readonly<Record<Tab, string>> = { open: words.open, appeals: words.appeals, resolved: words.resolved };

function Reports() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data } = useInfiniteQuery(reportCases('open'));
  const count = data?.pages.at(-1)?.meta.open_count ?? 0;
  const state: Tab = search.tab === 'resolved' || search.tab === 'appeals' ? search.tab : 'open';
  useEffect(() => nameWindow(moderation), []);
  const tabs = [
    {
      name: 'open',
      label: (
        <>
          {words.open} {count > 0 && <span className="font-normal text-ink-meta">{count}</span>}
        </>
      ),
    },
    { name: 'appeals', label: words.appeals },
    { name: 'resolved', label: words.resolved },
  ] as const;
  const choose = (name: Tab) =>
    void navigate({ to: '/moderation', search: name === 'open' ? {} : { tab: name }, replace: true, resetScroll: false });
  return (
    <div className="moderation">
      <h1 className="display-large">{moderation}</h1>
      <p className="moderation-lead">{words.lead}</p>
      <div className="moderation-head">
        <Tabs label={moderation} tabs={tabs} chosen={state} onChoose={choose} controls="reports" />
        <Link to="/moderation/log" className="link">
          {words.log}
        </Link>
      </div>
      <section id="reports" role="tabpanel" aria-label={labels[state]}>
        {state === 'appeals' ? <AppealList /> : <ReportList key={state} state={state} />}
      </section>
    </div>
  );
}
