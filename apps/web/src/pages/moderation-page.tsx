import * as words from '@mbari/words/moderation';
import { moderation } from '@mbari/words/shell';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
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

function Reports() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data } = useInfiniteQuery(reportCases('open'));
  const count = data?.pages.at(-1)?.meta.open_count ?? 0;
  const state: ReportState = search.tab === 'resolved' ? 'resolved' : 'open';
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
    { name: 'resolved', label: words.resolved },
  ] as const;
  const choose = (name: ReportState) =>
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
      <section id="reports" role="tabpanel" aria-label={state === 'open' ? words.open : words.resolved}>
        <ReportList key={state} state={state} />
      </section>
    </div>
  );
}
