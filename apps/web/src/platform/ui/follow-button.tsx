import { followMember, unfollowMember } from '@mbari/contract/people/follows';
import * as words from '@mbari/words/follows';
import * as sentences from '@mbari/words/sentences';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Followable, followChanged, followersCounted, followPressed, isShownFollowed } from '~/platform/lib/cache-events/follows.ts';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useToggle } from '~/platform/lib/use-toggle.ts';
import { Button, buttonClass } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { Phrase } from './phrase.tsx';
import './follow-button.css';

interface FollowButtonProps {
  /** Must come from the query cache, which a follow updates: a card, profile or private profile. */
  member: Followable;
  /** `filled` if it is the page's main action, as on a profile; quiet in lists. */
  kind?: 'filled' | 'quiet';
  back?: boolean;
}

/**
 * Follows and unfollows. Hidden for the viewer's own profile and if following is not allowed; sends a visitor to
 * the login and back. On touch screens, which have no hover, an unfollow asks for confirmation.
 */
export function FollowButton({ member, kind = 'quiet', back = false }: FollowButtonProps) {
  const { user } = useSession();
  const { toggle } = useFollow(member);
  const [asking, setAsking] = useState(false);
  const { name, is_following: following, viewer } = member;
  if (user === null && viewer !== undefined) return <FollowAsMember name={name} kind={kind} />;
  if (user === null || user.id === member.id || !(following || viewer?.may_follow)) return null;
  return (
    <>
      <FollowToggle
        name={name}
        following={following}
        kind={kind}
        back={back}
        onPress={(byTouch) => (following && byTouch ? setAsking(true) : toggle())}
      />
      {asking && (
        <ConfirmDialog
          title={words.unfollow}
          question={words.unfollowQuestion({ name })}
          action={words.unfollow}
          onConfirm={() => {
            setAsking(false);
            toggle();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function FollowAsMember({ name, kind }: { name: string; kind: 'filled' | 'quiet' }) {
  const { href } = useLocation();
  return (
    <Link to="/login" state={{ wanted: href }} className={buttonClass({ kind, className: 'follow' })}>
      <Phrase parts={words.followGuest({ name, who: (text) => <span className="sr-only">{text}</span> })} />
    </Link>
  );
}

interface FollowToggleProps {
  name: string;
  following: boolean;
  kind: 'filled' | 'quiet';
  back: boolean;
  onPress: (byTouch: boolean) => void;
}

/** Milliseconds during which 'Following' stays after a press, before hovering shows 'Unfollow' again. */
const restsFor = 1_000;

function FollowToggle({ name, following, kind, back, onPress }: FollowToggleProps) {
  const pointer = useRef('');
  const [pointedAt, setPointedAt] = useState(false);
  const [focused, setFocused] = useState(false);
  const [resting, setResting] = useState(false);
  useEffect(() => {
    if (!resting) return;
    const timer = setTimeout(() => setResting(false), restsFor);
    return () => clearTimeout(timer);
  }, [resting]);
  const takingBack = following && (pointedAt || focused) && !resting;
  const [label, labelFor] = takingBack
    ? ([words.unfollow, words.unfollowMember] as const)
    : following
      ? ([words.following, words.followingMember] as const)
      : back
        ? ([words.followBack, words.followBackMember] as const)
        : ([words.follow, words.followMember] as const);
  return (
    <Button
      kind={following ? 'quiet' : kind}
      className="follow"
      aria-pressed={following}
      aria-label={labelFor({ name })}
      data-taking-back={takingBack || undefined}
      onPointerEnter={({ pointerType }) => setPointedAt(pointerType !== 'touch')}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={({ currentTarget }) => setFocused(currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      onPointerDown={({ pointerType }) => (pointer.current = pointerType)}
      onKeyDown={() => (pointer.current = '')}
      onClick={() => {
        setResting(true);
        onPress(pointer.current === 'touch');
      }}
    >
      {label}
    </Button>
  );
}

/** Follows or unfollows a member: shown optimistically, and reverted if the server refuses. */
function useFollow(member: Followable): { toggle: () => void } {
  'use no memo';
  const client = useQueryClient();
  const viewerId = useSession().user?.id ?? '';
  return useToggle({
    key: `follow ${member.id}`,
    on: member.is_following,
    show: (on) => followPressed(client, { member, follows: on, viewerId }),
    send: async (on) => {
      if (on) followersCounted(client, member.id, (await call(followMember, { params: { id: member.id } })).data);
      else await call(unfollowMember, { params: { id: member.id } });
      // After another press in the meantime, the next request refetches.
      if ((isShownFollowed(client, member.id) ?? on) !== on) return;
      followChanged(client, { member, follows: on, viewerId });
      toast.success(sentences.followUpdated);
    },
    onRefused: (error) => toast.error(refusedWords(error)),
  });
}

/** Shows the server's message if the member can act on it: a private profile, or the rate limit. */
const refusedWords = (error: unknown): string =>
  error instanceof CallRefused && [403, 429].includes(error.status) ? error.message : sentences.followUpdateFailed;
