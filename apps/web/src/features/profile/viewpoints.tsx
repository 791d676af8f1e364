import type { ProfileViewpoint } from '@mbari/contract/shapes/profiles';
import { Link } from '@tanstack/react-router';
import { BrushStroke } from '~/drawings/brush-stroke.tsx';

const viewpoints: readonly { as: ProfileViewpoint | undefined; words: string }[] = [
  { as: undefined, words: 'Yourself' },
  { as: 'visitor', words: 'A visitor' },
  { as: 'member', words: 'A member' },
  { as: 'follower', words: 'A follower' },
];

/** One's own profile with the eyes of others. Which, stands in the address. */
export function Viewpoints({ username }: { username: string }) {
  return (
    <nav aria-label="Seen as" className="viewpoints">
      <span aria-hidden="true">Seen as</span>
      {viewpoints.map(({ as, words }) => (
        <Link
          key={words}
          to="/user/$username"
          params={{ username }}
          search={as === undefined ? {} : { as }}
          activeOptions={{ exact: true }}
          replace
          resetScroll={false}
          preload={false}
          className="word"
        >
          {({ isActive }) => (
            <>
              {words}
              {isActive && <BrushStroke />}
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
