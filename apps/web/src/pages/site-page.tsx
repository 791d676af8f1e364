import type { SitePageName } from '@mbari/contract/platform/site-settings';
import * as words from '@mbari/words/site-pages';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MarkdownHtml } from '~/forum/markdown/markdown-html.tsx';
import { CallRefused } from '~/platform/lib/call.ts';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { sitePageTitles } from '~/platform/site/site-page-links.tsx';
import { sitePage } from '~/platform/site/site-page-query.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import NotFoundPage from './not-found-page.tsx';
import '~/people/settings/settings.css';

export const AboutPage = () => <SitePage page="about" />;
export const PrivacyPage = () => <SitePage page="privacy" />;

function SitePage({ page }: { page: SitePageName }) {
  const { data, error, isFetching, refetch } = useQuery(sitePage(page));
  useEffect(() => setPageTitle(sitePageTitles[page]), [page]);
  if (error instanceof CallRefused && error.status === 404) return <NotFoundPage />;
  return (
    <article className="settings">
      <h1 tabIndex={-1} className="display-large mb-s5">
        {sitePageTitles[page]}
      </h1>
      {data ? (
        <MarkdownHtml html={data.body_html} />
      ) : error ? (
        <FetchFailed message={words.failed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Spinner size={28} />
      )}
    </article>
  );
}
