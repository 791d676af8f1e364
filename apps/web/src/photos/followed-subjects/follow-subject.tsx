import * as words from '@mbari/words/followed-subjects';
import { Link } from '@tanstack/react-router';
import { categoryName } from '~/photos/category-name.ts';
import type { FollowedSubject } from '~/platform/lib/cache-events/followed-subjects.ts';
import { useSession } from '~/platform/lib/session.ts';
import { Button } from '~/platform/ui/button.tsx';
import { useFollowSubject } from './use-follow-subject.ts';

/** The button, and a way to the setting without which the Following feed does not change. */
export function FollowSubject({ subject }: { subject: FollowedSubject }) {
  const settings = useSession().user?.forum_settings;
  return (
    <>
      <FollowSubjectButton subject={subject} />
      {subject.is_following && settings?.tags_in_following === false && (
        <Link to="/settings" hash="followed-subjects" className="link inline-flex min-h-(--touch) items-center">
          {words.showInFeed}
        </Link>
      )}
    </>
  );
}

export function FollowSubjectButton({ subject }: { subject: FollowedSubject }) {
  const { toggle } = useFollowSubject(subject);
  const following = subject.is_following;
  const name = 'tag' in subject ? `#${subject.tag}` : categoryName(subject.name);
  return (
    <Button
      kind="quiet"
      // Wide enough for both texts, so that nothing beside it moves.
      className="min-w-[7.25rem]"
      aria-pressed={following}
      aria-label={(following ? words.followingName : words.followName)({ name })}
      onClick={toggle}
    >
      {following ? words.following : words.follow}
    </Button>
  );
}
