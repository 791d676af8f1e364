import { lead as appealsLead } from '@mbari/words/appeals';
import * as words from '@mbari/words/moderation';
import { reviewLead } from '@mbari/words/pending-posts';
import { moderation } from '@mbari/words/shell';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { openApplications } from '~/identity/joining/application-queries.ts';
import { type ReportState, reportCases } from '~/moderation/cases/moderation-queries.ts';
import { ReportList } from '~/moderation/cases/report-list.tsx';
import { openPending } from '~/moderation/pending-queries.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import '~/moderation/cases/moderation.css';
import '~/moderation/cases/report-desk.css';
import NotFoundPage from './not-found-page.tsx';

// Loaded on demand, because most visits are for reports.
const AppealList = lazy(async () => ({ default: (await import('~/moderation/appeal-list.tsx')).AppealList }));
const PendingList = lazy(async () => ({ default: (await import('~/moderation/pending-list.tsx')).PendingList }));
const ApplicationList = lazy(async () => ({ default: (await import('~/identity/joining/application-list.tsx')).ApplicationList }));

export default function ModerationPage() {
  const { user } = useSession();
  return user && user.role !== 'member' ? <Reports /> : <NotFoundPage />;
}

type Tab = ReportState | 'pending' | 'appeals' | 'joining';
const labels: Readonly<Record<Tab, string>> = {
  open: words.open,
  pending: words.pending,
  appeals: words.appeals,
  joining: words.applications,
  resolved: words.resolved,
};

/** Introductory texts above the tabs. The lazy lists do not include these texts, because loading a list would move the tabs. */
const leads: Readonly<Record<Tab, string>> = {
  open: words.lead,
  pending: reviewLead,
  appeals: appealsLead,
  joining: words.joiningLead,
  resolved: words.lead,
};

const lists = { pending: <PendingList />, appeals: <AppealList />, joining: <ApplicationList /> };

const counted = (label: string, count: number) => (
  <>
    {label} <span className="tab-count font-normal text-ink-meta">{count > 0 && count}</span>
  </>
);

function Reports() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const count = useInfiniteQuery(reportCases('open')).data?.pages.at(-1)?.meta.open_count ?? 0;
  const asking = useInfiniteQuery(openApplications).data?.pages.at(-1)?.meta.open_count ?? 0;
  const waiting = useInfiniteQuery(openPending).data?.pages.at(-1)?.meta.open_count ?? 0;
  const isByApproval = useSite()?.joining.mode === 'approval';
  const state = (['pending', 'appeals', 'joining', 'resolved'] as const).find((tab) => tab === search.tab) ?? 'open';
  useEffect(() => setPageTitle(moderation), []);
  const tabs: readonly { name: Tab; label: ReactNode }[] = [
    { name: 'open', label: counted(words.open, count) },
    { name: 'pending', label: counted(words.pending, waiting) },
    { name: 'appeals', label: words.appeals },
    { name: 'resolved', label: words.resolved },
    // Last, because it can appear late.
    ...(isByApproval || asking > 0 || state === 'joining'
      ? [{ name: 'joining' as const, label: counted(words.applications, asking) }]
      : []),
  ];
  const choose = (name: Tab) =>
    void navigate({ to: '/moderation', search: name === 'open' ? {} : { tab: name }, replace: true, resetScroll: false });
  const isDesk = state === 'open' || state === 'resolved';
  return (
    <div className="moderation" data-desk={isDesk || undefined}>
      <div className="moderation-top">
        <h1 className="display-large">{moderation}</h1>
        <p className="moderation-lead">{leads[state]}</p>
        <div className="moderation-head">
          <Tabs label={moderation} tabs={tabs} chosen={state} onChoose={choose} controls="reports" />
          <Link to="/moderation/log" className="link">
            {words.log}
          </Link>
        </div>
      </div>
      <section id="reports" role="tabpanel" aria-label={labels[state]}>
        <Suspense fallback={<Spinner />}>
          {state === 'open' || state === 'resolved' ? <ReportList key={state} state={state} /> : lists[state]}
        </Suspense>
      </section>
    </div>
  );
}
