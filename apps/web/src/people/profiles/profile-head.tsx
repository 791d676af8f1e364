'use no memo';

import { coverOf } from '@mbari/words/low-data';
import * as words from '@mbari/words/profiles';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useId } from 'react';
import type { FollowKind } from '~/people/directory/directory-queries.ts';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { onboardingStageOf, useSession } from '~/platform/lib/session.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Avatar, VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { Details } from './details.tsx';
import type { Profile } from './profile-queries.ts';

/** The profile renders before this chunk loads, and without the tag if loading fails. */
const OnlineTag = optionalLazy(async () => (await import('~/platform/events/presence.tsx')).OnlineTag);

interface ProfileHeadProps {
  profile: Profile;
  /** True for the viewer's own profile, even as others see it. */
  isOwn: boolean;
  actions: ReactNode;
  showsDetails: boolean;
  onShowDetails: (showsDetails: boolean) => void;
}

export function ProfileHead({ profile, isOwn, actions, showsDetails, onShowDetails }: ProfileHeadProps) {
  const { name, username, subscription, customisation } = profile;
  const plan = subscription.is_active && subscription.is_paid_plan ? subscription.plan_name : null;
  return (
    <>
      {customisation.cover && (
        <div className="profile-cover">
          <Picture image={customisation.cover} sizes="100vw" first title="" />
          <LoadImageButton image={customisation.cover} sizes="640px" title={coverOf({ name })} />
        </div>
      )}
      <header className="profile-head" data-cover={customisation.cover !== null || undefined}>
        <Avatar src={profile.avatar_url} size={112} className="profile-portrait" />
        <div className="profile-title">
          <h1 className="profile-name" data-long={name.length > 24 || undefined} tabIndex={-1}>
            <bdi>{name}</bdi> <VerifiedBadge member={profile} size={26} />
          </h1>
          <p className="profile-handle">
            <span>
              <span dir="ltr">@{username}</span>
              {plan !== null && ` · ${plan}`}
            </span>
            <Suspense>
              <OnlineTag id={profile.id} />
            </Suspense>
            {profile.forum_settings.profile_visibility === 'private' && <span className="tag">{words.privateTag}</span>}
            {profile.follows_viewer && <span className="tag">{words.followsYou}</span>}
          </p>
        </div>
        <ProfileAbout profile={profile} open={showsDetails} onOpen={onShowDetails} />
        <ProfileNumbers profile={profile} isOwn={isOwn} />
        <div className="profile-actions">{actions}</div>
      </header>
    </>
  );
}

/** The bio, and other details behind 'More'. */
function ProfileAbout({ profile, open, onOpen }: { profile: Profile; open: boolean; onOpen: (open: boolean) => void }) {
  const id = useId();
  return (
    <div className="profile-about">
      <div className="profile-bio">
        {profile.bio && (
          <p dir="auto" data-whole={open || undefined}>
            {profile.bio}
          </p>
        )}
        <button type="button" className="profile-more" aria-expanded={open} aria-controls={id} onClick={() => onOpen(!open)}>
          {open ? words.less : words.more}
        </button>
      </div>
      <div id={id} hidden={!open}>
        {open && <Details profile={profile} />}
      </div>
    </div>
  );
}

const number = (text: ReactNode) => <b>{text}</b>;

/** Follow counts open lists, for members only. */
function ProfileNumbers({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
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
  const list = useLazyDialog(async () => (await import('~/people/directory/follow-list.tsx')).FollowListDialog);
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
