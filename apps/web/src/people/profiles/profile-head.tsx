'use no memo';
import { coverOf } from '@mbari/words/low-data';
import * as words from '@mbari/words/profiles';
import { type ReactNode, Suspense, useId } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { VerifiedBadge } from '~/platform/ui/verified-badge.tsx';
import { Details } from './details.tsx';
import { ProfileNumbers } from './profile-numbers.tsx';
import type { Profile } from './profile-queries.ts';

/** The profile renders before this chunk loads, and without the tag if loading fails. */
const OnlineTag = optionalLazy(async () => (await import('~/platform/events/online-tag.tsx')).OnlineTag);

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
