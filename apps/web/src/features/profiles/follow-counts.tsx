import { Link } from '@tanstack/react-router';
import type { Profile } from './profile-queries.ts';
import { inThousands } from './words.ts';

/** The numbers of followers and followed; one's own are links to the lists. */
export function FollowCounts({ profile: { followers_count, following_count }, own }: { profile: Profile; own: boolean }) {
  const followers = (
    <span>
      <b>{inThousands(followers_count)}</b> {followers_count === 1 ? 'follower' : 'followers'}
    </span>
  );
  const following = (
    <span>
      <b>{inThousands(following_count)}</b> following
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
