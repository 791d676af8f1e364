import { Bell, Compass, GalleryHorizontalEnd, type LucideIcon, SlidersHorizontal, UserPlus, UserRound, Users } from 'lucide-react';

/** Where one can go from anywhere. A place stands here once its screen exists; each row is one line. */
export interface NavItem {
  to: '/feed' | '/discover' | '/profile' | '/users' | '/connections' | '/notifications' | '/settings';
  label: string;
  icon: LucideIcon;
}

/** The header's words. */
export const headerItems: readonly NavItem[] = [
  { to: '/feed', label: 'Feed', icon: GalleryHorizontalEnd },
  { to: '/discover', label: 'Discover', icon: Compass },
  { to: '/profile', label: 'Profile', icon: UserRound },
];

/** The rail's and the drawer's rows. */
export const railItems: readonly NavItem[] = [
  { to: '/users', label: 'All Users', icon: Users },
  { to: '/connections', label: 'Connections', icon: UserPlus },
  { to: '/notifications', label: 'Notifications', icon: Bell },
  { to: '/profile', label: 'My Profile', icon: UserRound },
  { to: '/settings', label: 'Settings', icon: SlidersHorizontal },
];

/** The phone's bar, on both sides of its +: five places at most. */
export const barItems: readonly [left: readonly NavItem[], right: readonly NavItem[]] = [
  headerItems.slice(0, 2),
  [...railItems.filter(({ to }) => to === '/notifications'), ...headerItems.slice(2)],
];

/** Whoever is there already means its beginning: the router keeps their place. */
export function toTopOf(to: NavItem['to']): void {
  if (location.pathname === to && location.search === '') scrollTo({ top: 0 });
}
