import type { PublicProfile } from '../people/profiles.ts';
import type { Image } from '../photos/posts.ts';

/** Id of the element with the first data of a public page, as JSON. */
export const firstDataId = 'first-data';

/** Data that a visitor of the page may see: the first image of a public post, or a public profile. Shown before the API answers. */
export interface FirstData {
  image?: Image;
  profile?: PublicProfile;
}

/** Id of the JSON element with what the first paint needs of the settings. Omitted if all are the product's. */
export const brandId = 'brand';

/** An external identity provider, as its button shows it. */
export interface Provider {
  key: string;
  name: string;
  url: string;
}

export interface Brand {
  name: string;
  logo: { url: string; width: number; height: number } | null;
  providers: Provider[];
}
