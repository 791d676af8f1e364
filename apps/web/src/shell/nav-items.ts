import * as words from '@mbari/words/shell';
import {
  Bell,
  Bookmark,
  ChartColumn,
  Compass,
  GalleryHorizontalEnd,
  type LucideIcon,
  MailPlus,
  MessagesSquare,
  Scale,
  SlidersHorizontal,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react';

/** A link that is there on every screen. */
export interface NavItem {
  to:
    | '/feed'
    | '/discover'
    | '/forum'
    | '/profile'
    | '/users'
    | '/connections'
    | '/saved'
    | '/notifications'
    | '/settings'
    | '/moderation'
    | '/invitations'
    | '/admin';
  label: string;
  icon: LucideIcon;
}

/** The links of the header. */
export const headerItems: readonly NavItem[] = [
  { to: '/feed', label: words.feed, icon: GalleryHorizontalEnd },
  { to: '/discover', label: words.discover, icon: Compass },
  { to: '/forum', label: words.forum, icon: MessagesSquare },
  { to: '/profile', label: words.profile, icon: UserRound },
];

/** The links of the rail, and of the drawer on a phone. */
export const railItems: readonly NavItem[] = [
  { to: '/users', label: words.allUsers, icon: Users },
  { to: '/connections', label: words.connections, icon: UserPlus },
  { to: '/saved', label: words.saved, icon: Bookmark },
  { to: '/notifications', label: words.notifications, icon: Bell },
  { to: '/profile', label: words.myProfile, icon: UserRound },
  { to: '/settings', label: words.settings, icon: SlidersHorizontal },
];

/** Below them, for organisers. */
export const moderationItem: NavItem = { to: '/moderation', label: words.moderation, icon: Scale };

/** … and for whoever may invite. */
export const invitationsItem: NavItem = { to: '/invitations', label: words.invitations, icon: MailPlus };

/** … and for admins. */
export const adminItem: NavItem = { to: '/admin', label: words.community, icon: ChartColumn };

/** The links of the phone's bar, on both sides of its +: five at most. Notifications have their bell above, and a row in the drawer. */
export const barItems: readonly [left: readonly NavItem[], right: readonly NavItem[]] = [headerItems.slice(0, 2), headerItems.slice(2)];

/** On the page itself, its link scrolls to the top: the router alone would keep the position. */
export function toTopOf(to: NavItem['to']): void {
  if (location.pathname === to && location.search === '') scrollTo({ top: 0 });
}
