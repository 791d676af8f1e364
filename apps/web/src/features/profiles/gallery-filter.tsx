import { Link } from '@tanstack/react-router';
import { ChosenStroke } from '~/ui/chosen-stroke.tsx';
import type { Profile } from './profile-queries.ts';
import { inThousands } from './words.ts';

/** The categories of a member's posts, with counts. The chosen one is in the address. */
export function GalleryFilter({ profile }: { profile: Profile }) {
  return (
    <nav aria-label="Categories" className="gallery-filter">
      <Kind name="All" slug="" count={profile.stats.photos_count} />
      {profile.photo_categories.map(({ id, name, slug, photos_count }) => (
        <Kind key={id} name={name} slug={slug} count={photos_count} />
      ))}
    </nav>
  );
}

function Kind({ name, slug, count }: { name: string; slug: string; count: number }) {
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
            <span dir="auto">{name}</span>
            <span className="sr-only">, </span> <span className="gallery-count">{inThousands(count)}</span>
            <span className="sr-only">{count === 1 ? ' photo' : ' photos'}</span>
          </span>
          {isActive && <ChosenStroke />}
        </>
      )}
    </Link>
  );
}
