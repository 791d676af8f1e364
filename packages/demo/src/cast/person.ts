import type { Gender } from '@mbari/contract/people/genders';
import type { StockAvatar } from '@mbari/contract/people/stock-avatars';

/** Family of images and its mood, title, story (may be empty), and the category where it is not the family's usual one. */
export type Work = readonly [image: string, title: string, story: string, category?: string];

export interface Person {
  username: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  occupation: string;
  bio: string;
  gender: Gender;
  born: string;
  interests: readonly string[];
  /** A stock portrait, a drawn one by what it wears, or something of their own making. */
  avatar: StockAvatar | 'work' | 'drawn gele' | 'drawn cap' | 'drawn wrap' | 'drawn hair' | 'drawn veil';
  plan?: 'Premium';
  role?: 'moderator' | 'admin';
  works: readonly Work[];
}
