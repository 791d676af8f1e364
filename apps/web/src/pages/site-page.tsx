import * as words from '@mbari/words/site-pages';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MarkdownHtml } from '~/features/markdown/markdown-html.tsx';
import { sitePage } from '~/features/site/site-page-query.ts';
import { sitePageTitles } from '~/features/site/site-page-titles.ts';
import { CallRefused } from '~/lib/call.ts';
import { nameWindow } from '~/lib/page-turn.ts';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import '~/features/settings/settings.css';

export const AboutPage = () => <SitePage page="about" />;
export const PrivacyPage = () => <SitePage page="privacy" />;

/** What the admins wrote, for everybody. */
function SitePage({ page }: { page: 'about' | 'privacy' }) {
  const { data, error, isFetching, refetch } = useQuery(sitePage(page));
  useEffect(() => nameWindow(sitePageTitles[page]), [page]);
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
