import type { Viewer } from '../../platform/http/viewer.ts';
import type { ProfileRow } from './queries.ts';

type Settings = Pick<
  ProfileRow,
  'is_owner' | 'contact_visibility' | 'show_location' | 'show_phone_number' | 'show_email' | 'show_birthday'
>;

/** What is shown of a member beside their name and bio. */
export interface ReadableDetails {
  contact: boolean;
  country: boolean;
  phone: boolean;
  email: boolean;
  birthday: boolean;
}

/** Both `registered` and `followers` mean whoever has verified an address: an account made a minute ago for this reads nothing. */
export function mayRead(viewer: Viewer | null, settings: Settings): ReadableDetails {
  const { is_owner: isOwner, contact_visibility: to } = settings;
  const contact = isOwner || to === 'everyone' || (to !== 'private' && (viewer?.email_verified ?? false));
  const and = (isShown: boolean): boolean => isOwner || (contact && isShown);
  return {
    contact,
    country: and(settings.show_location),
    phone: and(settings.show_phone_number),
    email: and(settings.show_email),
    birthday: and(settings.show_birthday),
  };
}

/** Whoever has not finished their account may look, and no more. */
export const mayAct = (viewer: Viewer | null): viewer is Viewer => viewer !== null && viewer.email_verified && viewer.has_onboarding;
