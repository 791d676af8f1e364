import { Bell, Compass, GalleryHorizontalEnd, type LucideIcon, SlidersHorizontal } from 'lucide-react';

/** Where one can go from anywhere. A place stands here once its screen exists; each row is one line. */
export interface Place {
  to: '/feed' | '/discover' | '/notifications' | '/settings';
  words: string;
  icon: LucideIcon;
}

/** The header's words. */
export const headerPlaces: readonly Place[] = [
  { to: '/feed', words: 'Feed', icon: GalleryHorizontalEnd },
  { to: '/discover', words: 'Discover', icon: Compass },
];

/** The rail's and the drawer's rows. */
export const railPlaces: readonly Place[] = [
  { to: '/notifications', words: 'Notifications', icon: Bell },
  { to: '/settings', words: 'Settings', icon: SlidersHorizontal },
];

/** The phone's bar, on both sides of its +. */
export const barPlaces: readonly [left: readonly Place[], right: readonly Place[]] = [
  headerPlaces,
  railPlaces.filter(({ to }) => to === '/notifications'),
];

/** Whoever is there already means its beginning: the router keeps their place. */
export function toTopOf(to: Place['to']): void {
  if (location.pathname === to && location.search === '') scrollTo({ top: 0 });
}
