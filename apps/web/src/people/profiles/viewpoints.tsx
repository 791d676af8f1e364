'use no memo';

import type { ProfileViewpoint } from '@mbari/contract/people/profiles';
import * as words from '@mbari/words/profiles';
import { Link } from '@tanstack/react-router';
import { BrushStroke } from '~/platform/site/drawings.tsx';
import './viewpoints.css';

const viewpoints: readonly { as: ProfileViewpoint | undefined; label: string }[] = [
  { as: undefined, label: words.yourself },
  { as: 'visitor', label: words.visitor },
  { as: 'member', label: words.member },
  { as: 'follower', label: words.follower },
];

/** Shows the viewer's own profile as others see it; the URL holds the choice. */
export function Viewpoints({ username }: { username: string }) {
  return (
    <nav aria-label={words.seenAs} className="viewpoints">
      <span aria-hidden="true">{words.seenAs}</span>
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
