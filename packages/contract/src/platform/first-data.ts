import type { PublicProfile } from '../people/profiles.ts';
import type { Image } from '../photos/posts.ts';

/** The element of a public page that has its first data, as JSON. */
export const firstDataId = 'first-data';

/**
 * What a visitor may see at the page's address: of a public post its first image, to be loaded before the viewer's answer says whether it is
 * shown; or a public profile.
 */
export interface FirstData {
  image?: Image;
  profile?: PublicProfile;
}

/** The element of a page that has the community's name and logo, as JSON, where they are not the product's own. */
export const brandId = 'brand';

export interface Brand {
  name: string;
  logo: { url: string; width: number; height: number } | null;
}
