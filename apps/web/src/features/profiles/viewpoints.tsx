import type { ProfileViewpoint } from '@mbari/contract/shapes/profiles';
import { Link } from '@tanstack/react-router';
import { BrushStroke } from '~/drawings/brush-stroke.tsx';
import './viewpoints.css';

const viewpoints: readonly { as: ProfileViewpoint | undefined; label: string }[] = [
  { as: undefined, label: 'Yourself' },
  { as: 'visitor', label: 'A visitor' },
  { as: 'member', label: 'A member' },
  { as: 'follower', label: 'A follower' },
];

/** Shows one's own profile as others see it. The choice is in the address. */
export function Viewpoints({ username }: { username: string }) {
  return (
    <nav aria-label="Seen as" className="viewpoints">
      <span aria-hidden="true">Seen as</span>
      {viewpoints.map(({ as, label }) => (
        <Link
          key={label}
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
              {label}
              {isActive && <BrushStroke />}
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
