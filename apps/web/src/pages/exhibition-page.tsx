import * as words from '@mbari/words/exhibitions';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LazyMarkdown } from '~/forum/markdown/lazy-markdown.tsx';
import { exhibitionById } from '~/photos/exhibitions/exhibition-queries.ts';
import { ExhibitionView } from '~/photos/exhibitions/exhibition-view.tsx';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { ContentPage } from '~/platform/ui/content-page.tsx';

// Separate chunks, so that the works load first.
const GuestBook = optionalLazy(async () => (await import('~/forum/guest-book.tsx')).GuestBook);
const Catalogue = lazy(async () => ({ default: (await import('~/photos/exhibitions/catalogue.tsx')).Catalogue }));

export default function ExhibitionPage() {
  const { id, part } = useParams({ from: '/shell/exhibitions/$id/{-$part}' });
  return (
    <ContentPage
      query={useQuery(exhibitionById(id))}
      titleOf={({ title }) => title}
      isGone={part !== undefined && part !== 'catalogue' && part !== 'booklet'}
      notFound={words.notFound}
      goneHint={words.goneHint}
      failed={words.failed}
      back={
        <Link to="/exhibitions" className={buttonClass({})}>
          {words.allExhibitions}
        </Link>
      }
      waiting={<LoadingExhibition />}
    >
      {(data) => {
        const text = <LazyMarkdown source={data.body} html={data.body_html} authorId={data.curators[0]?.id} />;
        return part === undefined ? (
          <ExhibitionView
            key={id}
            exhibition={data}
            guestBook={
              <Suspense>
                <GuestBook exhibition={data} />
              </Suspense>
            }
          >
            {text}
          </ExhibitionView>
        ) : (
          <Suspense fallback={<LoadingExhibition />}>
            <Catalogue exhibition={data} isBooklet={part === 'booklet'}>
              {text}
            </Catalogue>
          </Suspense>
        );
      }}
    </ContentPage>
  );
}

function LoadingExhibition() {
  return (
    <div className="exhibition" aria-busy="true">
      <p role="status" className="sr-only">
        {words.loading}
      </p>
      <div className="exhibition-head" aria-hidden="true">
        <div className="exhibition-cover exhibition-waits" />
        <div className="exhibition-about">
          <div className="exhibition-waits-title" />
        </div>
      </div>
    </div>
  );
}
