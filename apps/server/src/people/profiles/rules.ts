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

/** Treats `registered` and `followers` alike: both require a verified address, against throwaway accounts. */
export function readableDetailsOf(viewer: Viewer | null, settings: Settings): ReadableDetails {
  const { is_owner: isOwner, contact_visibility: visibility } = settings;
  const contact = isOwner || visibility === 'everyone' || (visibility !== 'private' && (viewer?.email_verified ?? false));
  const mayReadDetail = (isVisible: boolean): boolean => isOwner || (contact && isVisible);
  return {
    contact,
    country: mayReadDetail(settings.show_location),
    phone: mayReadDetail(settings.show_phone_number),
    email: mayReadDetail(settings.show_email),
    birthday: mayReadDetail(settings.show_birthday),
  };
}

/** Members with an unfinished account may only read. */
export const mayAct = (viewer: Viewer | null): viewer is Viewer => viewer !== null && viewer.email_verified && viewer.has_onboarding;
