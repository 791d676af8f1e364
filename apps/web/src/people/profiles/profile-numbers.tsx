'use no memo';

import * as words from '@mbari/words/profiles';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FollowKind } from '~/people/directory/directory-queries.ts';
import { onboardingStageOf, useSession } from '~/platform/lib/session.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Phrase } from '~/platform/ui/phrase.tsx';
import type { Profile } from './profile-queries.ts';

const number = (text: ReactNode) => <b>{text}</b>;

/** Follow counts open lists, for members only. */
export function ProfileNumbers({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { stats, followers_count, following_count } = profile;
  return (
    <p className="profile-numbers">
      <span>
        <Phrase parts={words.photoCount({ count: stats.photos_count, number })} />
      </span>
      <span>
        <Phrase parts={words.likeCount({ count: stats.likes_count, number })} />
      </span>
      {/* Narrow windows show comments behind 'More'. */}
      <span className="profile-numbers-comments">
        <Phrase parts={words.commentCount({ count: stats.comments_count, number })} />
      </span>
      <Follows kind="followers" id={profile.id} isOwn={isOwn}>
        <Phrase parts={words.followers({ count: followers_count, number })} />
      </Follows>
      <Follows kind="following" id={profile.id} isOwn={isOwn}>
        <Phrase parts={words.following({ count: following_count, number })} />
      </Follows>
    </p>
  );
}

/** The viewer's own lists are pages, others' are dialogs; visitors get only numbers. */
function Follows({ kind, id, isOwn, children }: { kind: FollowKind; id: string; isOwn: boolean; children: ReactNode }) {
  const session = useSession();
  const list = useLazyDialog(async () => (await import('~/people/directory/follow-list-dialog.tsx')).FollowListDialog);
  if (isOwn)
    return (
      <Link to="/connections" search={kind === 'followers' ? {} : { tab: kind }}>
        <span>{children}</span>
      </Link>
    );
  if (onboardingStageOf(session) !== 'onboarded') return <span>{children}</span>;
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={list.open}>
        <span>{children}</span>
      </button>
      {list.Dialog && <list.Dialog kind={kind} id={id} onClose={list.close} />}
    </>
  );
}
