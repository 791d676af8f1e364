'use no memo';

import * as words from '@mbari/words/profiles';
import { Link } from '@tanstack/react-router';
import { SelectedStroke } from '~/platform/ui/selected-stroke.tsx';

/** Photos and series; the URL holds the selection. */
export function ProfileTabs() {
  return (
    <nav aria-label={words.sections} className="gallery-filter">
      <TabLink name={words.photos} />
      <TabLink name={words.series} tab="series" />
    </nav>
  );
}

function TabLink({ name, tab }: { name: string; tab?: 'series' }) {
  return (
    <Link
      to="."
      search={({ as, category }) => ({
        ...(tab !== undefined ? { tab } : category !== undefined && { category }),
        ...(as !== undefined && { as }),
      })}
      resetScroll={false}
      preload={false}
      activeOptions={{ exact: true }}
      className="word"
    >
      {({ isActive }) => (
        <>
          {name}
          {isActive && <SelectedStroke />}
        </>
      )}
    </Link>
  );
}
