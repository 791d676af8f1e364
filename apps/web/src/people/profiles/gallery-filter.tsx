'use no memo';

import * as words from '@mbari/words/profiles';
import { Link } from '@tanstack/react-router';
import { categoryName } from '~/photos/category-name.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { SelectedStroke } from '~/platform/ui/selected-stroke.tsx';
import type { Profile } from './profile-queries.ts';

/** The categories with counts; the URL holds the selection. */
export function GalleryFilter({ profile }: { profile: Profile }) {
  return (
    <nav aria-label={words.categories} className="gallery-filter">
      <CategoryLink name={words.all} slug="" count={profile.stats.photos_count} />
      {profile.photo_categories.map(({ id, name, slug, photos_count }) => (
        <CategoryLink key={id} name={categoryName(name)} slug={slug} count={photos_count} />
      ))}
    </nav>
  );
}

function CategoryLink({ name, slug, count }: { name: string; slug: string; count: number }) {
  return (
    <Link
      to="."
      search={({ as }) => ({ ...(slug !== '' && { category: slug }), ...(as !== undefined && { as }) })}
      resetScroll={false}
      preload={false}
      activeOptions={{ exact: true }}
      className="word"
    >
      {({ isActive }) => (
        <>
          <span>
            <Phrase
              parts={words.photosIn({
                name,
                count,
                category: (text) => <span dir="auto">{text}</span>,
                heard: (text) => <span className="sr-only">{text}</span>,
                number: (text) => <span className="gallery-count">{text}</span>,
              })}
            />
          </span>
          {isActive && <SelectedStroke />}
        </>
      )}
    </Link>
  );
}
