import * as words from '@mbari/words/series';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { LazyMarkdown } from '~/forum/markdown/lazy-markdown.tsx';
import { seriesById } from '~/photos/series/series-queries.ts';
import { SeriesView } from '~/photos/series/series-view.tsx';
import { buttonClass } from '~/platform/ui/button.tsx';
import { ContentPage } from '~/platform/ui/content-page.tsx';

export default function SeriesPage() {
  const { id } = useParams({ from: '/shell/series/$id' });
  return (
    <ContentPage
      query={useQuery(seriesById(id))}
      titleOf={({ meta }) => meta.series.title}
      notFound={words.notFound}
      goneHint={words.goneHint}
      failed={words.failed}
      back={
        <Link to="/feed" className={buttonClass({})}>
          {words.backToFeed}
        </Link>
      }
      waiting={<LoadingSeries />}
    >
      {(data) => (
        <SeriesView key={id} content={data}>
          <LazyMarkdown source={data.meta.series.body} html={data.meta.series.body_html} authorId={data.meta.series.user.id} />
        </SeriesView>
      )}
    </ContentPage>
  );
}

function LoadingSeries() {
  return (
    <div className="series" aria-busy="true">
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <div className="series-head" aria-hidden="true">
        <div className="series-about">
          <div className="series-waits-title" />
          <div className="series-waits-maker" />
        </div>
      </div>
      <div className="series-works" aria-hidden="true">
        <div className="series-waits-work" />
      </div>
    </div>
  );
}
