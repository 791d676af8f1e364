import type { Profile } from './profile-queries.ts';
import { inThousands } from './words.ts';

/** How many follow, and are followed. One's own lead to who they are. */
export function FollowCounts({ profile: { followers_count, following_count } }: { profile: Profile; own: boolean }) {
  return (
    <p className="follow-counts">
      <span>
        <b>{inThousands(followers_count)}</b> {followers_count === 1 ? 'follower' : 'followers'}
      </span>
      <span>
        <b>{inThousands(following_count)}</b> following
      </span>
    </p>
  );
}
