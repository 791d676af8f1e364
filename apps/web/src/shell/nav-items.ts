import * as words from '@mbari/words/shell';
import {
  Bell,
  Bookmark,
  ChartColumn,
  Compass,
  Crosshair,
  DoorOpen,
  GalleryHorizontalEnd,
  type LucideIcon,
  MailPlus,
  MessageSquare,
  MessagesSquare,
  Scale,
  SlidersHorizontal,
  Trophy,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react';

export interface NavItem {
  to:
    | '/feed'
    | '/discover'
    | '/forum'
    | '/profile'
    | '/users'
    | '/connections'
    | '/saved'
    | '/messages'
    | '/critique'
    | '/challenges'
    | '/exhibitions'
    | '/notifications'
    | '/settings'
    | '/moderation'
    | '/invitations'
    | '/admin';
  label: string;
  icon: LucideIcon;
}

export const headerItems: readonly NavItem[] = [
  { to: '/feed', label: words.feed, icon: GalleryHorizontalEnd },
  { to: '/discover', label: words.discover, icon: Compass },
  { to: '/forum', label: words.forum, icon: MessagesSquare },
  { to: '/profile', label: words.profile, icon: UserRound },
];

export const railItems: readonly NavItem[] = [
  { to: '/users', label: words.allUsers, icon: Users },
  { to: '/connections', label: words.connections, icon: UserPlus },
  { to: '/saved', label: words.saved, icon: Bookmark },
  { to: '/messages', label: words.messages, icon: MessageSquare },
  { to: '/critique', label: words.critique, icon: Crosshair },
  { to: '/challenges', label: words.challenges, icon: Trophy },
  { to: '/exhibitions', label: words.exhibitions, icon: DoorOpen },
  { to: '/notifications', label: words.notifications, icon: Bell },
  { to: '/profile', label: words.myProfile, icon: UserRound },
  { to: '/settings', label: words.settings, icon: SlidersHorizontal },
];

/** For organisers. */
export const moderationItem: NavItem = { to: '/moderation', label: words.moderation, icon: Scale };

/** For members who may invite. */
export const invitationsItem: NavItem = { to: '/invitations', label: words.invitations, icon: MailPlus };

export const adminItem: NavItem = { to: '/admin', label: words.community, icon: ChartColumn };

/** Links left and right of the + in the phone's bar, at most five. Notifications are in the header and the drawer. */
export const barItems: readonly [left: readonly NavItem[], right: readonly NavItem[]] = [headerItems.slice(0, 2), headerItems.slice(2)];

/** On the current page a link scrolls to the top; the router would keep the position. */
export function toTopOf(to: NavItem['to']): void {
  if (location.pathname === to && location.search === '') scrollTo({ top: 0 });
}
