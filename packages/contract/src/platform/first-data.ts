import type { PublicProfile } from '../people/profiles.ts';
import type { Image } from '../photos/posts.ts';

/** Id of the element with the first data of a public page, as JSON. */
export const firstDataId = 'first-data';

/** Data that a visitor of the page may see: the first image of a public post, or a public profile. Shown before the API answers. */
export interface FirstData {
  image?: Image;
  profile?: PublicProfile;
}

/** Id of the JSON element with the community's name and logo. Omitted if both are the product's. */
export const brandId = 'brand';

export interface Brand {
  name: string;
  logo: { url: string; width: number; height: number } | null;
}
