import type { MemberCard as Card } from '@mbari/contract/people/directory';
import * as words from '@mbari/words/directory';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { rowImageSizes } from '~/photos/wall/phone-image-sizes.ts';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { AvatarWithPresence } from '~/platform/events/avatar-with-presence.tsx';
import { VerifiedBadge } from '~/platform/ui/avatar.tsx';
import { FollowButton } from '~/platform/ui/follow-button.tsx';
import { MemberMenu } from './member-menu.tsx';
import './directory.css';

interface MemberCardProps {
  member: Card;
  /** Reason of a suggestion, shown instead of the number of followers. */
  reason?: string;
  /** The menu offers to remove this follower of the viewer. */
  mayRemove?: boolean;
}

/** Memoised, so a follow renders one card only. */
export const MemberCard = memo(function MemberCard({ member, reason, mayRemove }: MemberCardProps) {
  const { name, username, followers_count: followers, photos } = member;
  return (
    <article className="member" aria-label={name}>
      <AvatarWithPresence member={member} size={48} />
      <div className="member-words">
        <p className="member-name">
          <Link to="/user/$username" params={{ username }} className="member-link" dir="auto">
            {name}
          </Link>
          <VerifiedBadge member={member} size={16} />
        </p>
        <p className="member-handle">
          <span dir="ltr">@{username}</span>
        </p>
        <p className="member-note">{reason ?? words.followers({ count: followers })}</p>
      </div>
      <div className="member-follow">
        <FollowButton member={member} />
      </div>
      <MemberMenu member={member} mayRemove={mayRemove} className="member-menu" />
      {photos.length > 0 && (
        <ul className="member-photos">
          {photos.map((photo) => (
            <CardPhoto key={photo.id} {...photo} />
          ))}
        </ul>
      )}
    </article>
  );
});

export function MemberListSkeleton({ hasReason = false }: { hasReason?: boolean }) {
  return (
    <div className="members" aria-hidden="true">
      {[14, 11, 16, 12, 15, 10].map((width) => (
        <div key={width}>
          <div className="member">
            <span className="member-box size-12 rounded-full" />
            <div className="member-words">
              <p className="member-name">
                <Line width={width} />
              </p>
              <p className="member-handle">
                <Line width={width - 3} />
              </p>
              <p className="member-note">
                <Line width={width - 5} />
                {hasReason && <Line width={width} />}
              </p>
            </div>
            <div className="member-follow">
              <span className="member-box h-(--touch) w-[10ch]" />
            </div>
            <div className="member-photos">
              <span className="member-box" />
              <span className="member-box" />
              <span className="member-box" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

function CardPhoto({ id, title, image }: Card['photos'][number]) {
  const sizes = rowImageSizes(image, 100);
  return (
    <li>
      <Link to="/post/$id" params={{ id }} className="member-photo" title={title}>
        <Picture image={image} sizes={sizes} title={title} />
      </Link>
      <LoadImageButton image={image} sizes={sizes} title={title} />
    </li>
  );
}

/** Has the height of a line of text. */
const Line = ({ width }: { width: number }) => (
  <span className="member-line" style={{ width: `${width}ch` }}>
    &nbsp;
  </span>
);
