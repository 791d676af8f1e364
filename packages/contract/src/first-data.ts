import type { Photo } from './shapes/photos.ts';
import type { PublicProfile } from './shapes/profiles.ts';

/** The element of a public page that has its first data, as JSON. */
export const firstDataId = 'first-data';

/** What a visitor may see at the page's address: a public post, or a public profile. */
export interface FirstData {
  photo?: Photo;
  profile?: PublicProfile;
}
