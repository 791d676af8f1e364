import { Bell, Compass, GalleryHorizontalEnd, type LucideIcon, SlidersHorizontal, UserPlus, UserRound, Users } from 'lucide-react';

/** Where one can go from anywhere. A place stands here once its screen exists; each row is one line. */
export interface Place {
  to: '/feed' | '/discover' | '/profile' | '/users' | '/connections' | '/notifications' | '/settings';
  words: string;
  icon: LucideIcon;
}

/** The header's words. */
export const headerPlaces: readonly Place[] = [
  { to: '/feed', words: 'Feed', icon: GalleryHorizontalEnd },
  { to: '/discover', words: 'Discover', icon: Compass },
  { to: '/profile', words: 'Profile', icon: UserRound },
];

/** The rail's and the drawer's rows. */
export const railPlaces: readonly Place[] = [
  { to: '/users', words: 'All Users', icon: Users },
  { to: '/connections', words: 'Connections', icon: UserPlus },
  { to: '/notifications', words: 'Notifications', icon: Bell },
  { to: '/profile', words: 'My Profile', icon: UserRound },
  { to: '/settings', words: 'Settings', icon: SlidersHorizontal },
];

/** The phone's bar, on both sides of its +: five places at most. */
export const barPlaces: readonly [left: readonly Place[], right: readonly Place[]] = [
  headerPlaces.slice(0, 2),
  [...railPlaces.filter(({ to }) => to === '/notifications'), ...headerPlaces.slice(2)],
];

/** Whoever is there already means its beginning: the router keeps their place. */
export function toTopOf(to: Place['to']): void {
  if (location.pathname === to && location.search === '') scrollTo({ top: 0 });
}
