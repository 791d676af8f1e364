import type { Viewer } from '../../platform/http/viewer.ts';
import type { ProfileRow } from './queries.ts';

type Settings = Pick<
  ProfileRow,
  'is_owner' | 'contact_visibility' | 'show_location' | 'show_phone_number' | 'show_email' | 'show_birthday'
>;

export interface ReadableDetails {
  contact: boolean;
  country: boolean;
  phone: boolean;
  email: boolean;
  birthday: boolean;
}

/** `registered` and `followers` both require a verified address, so a throwaway account reads nothing. */
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

/** Members with an unfinished account may only read. */
export const mayAct = (viewer: Viewer | null): viewer is Viewer => viewer !== null && viewer.email_verified && viewer.has_onboarding;
