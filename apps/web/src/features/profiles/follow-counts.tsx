import * as words from '@mbari/words/profiles';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Phrase } from '~/ui/phrase.tsx';
import type { Profile } from './profile-queries.ts';

/** The numbers of followers and followed; one's own are links to the lists. */
export function FollowCounts({ profile: { followers_count, following_count }, own }: { profile: Profile; own: boolean }) {
  const number = (text: ReactNode) => <b>{text}</b>;
  const followers = (
    <span>
      <Phrase parts={words.followers({ count: followers_count, number })} />
    </span>
  );
  const following = (
    <span>
      <Phrase parts={words.following({ count: following_count, number })} />
    </span>
  );
  return (
    <p className="follow-counts">
      {own ? <Link to="/connections">{followers}</Link> : followers}
      {own ? (
        <Link to="/connections" search={{ tab: 'following' }}>
          {following}
        </Link>
      ) : (
        following
      )}
    </p>
  );
}
