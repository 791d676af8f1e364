import * as words from '@mbari/words/places';
import { discoverPhotos } from '@mbari/words/tags';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { labelledPosts } from '~/photos/labelled-queries.ts';
import { LabelledWall } from '~/photos/labelled-wall.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { buttonClass } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import '~/community/search/tags.css';

export default function PlacePage() {
  const { place } = useParams({ from: '/shell/place/$place' });
  const posts = labelledPosts({ place });
  const { data } = useInfiniteQuery(posts);
  const first = data?.pages[0]?.data[0];
  // The address may write the place in another case, or without diacritics.
  const name = first?.location_name ?? place;
  useEffect(() => setPageTitle(name), [name]);
  return (
    <div className="tag-page">
      <div className="tag-head">
        <h1 className="display-large flex gap-s2" tabIndex={-1}>
          <MapPin size={28} strokeWidth={1.6} aria-hidden="true" />
          <bdi>{name}</bdi>
        </h1>
      </div>
      <LabelledWall
        key={place}
        posts={posts}
        name={name}
        failed={words.failed}
        empty={
          <EmptyState
            drawing="lost"
            title={words.notFound}
            action={
              <Link to="/discover" className={buttonClass({})}>
                {discoverPhotos}
              </Link>
            }
          >
            {words.notFoundHint}
          </EmptyState>
        }
      />
    </div>
  );
}
