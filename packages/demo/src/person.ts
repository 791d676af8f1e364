import type { Gender } from '@mbari/contract/people/genders';
import type { StockAvatar } from '@mbari/contract/people/stock-avatars';

/** Image family, title, story (may be empty), and a category if it differs from the family's. */
export type Work = readonly [image: string, title: string, story: string, category?: string];

export interface Person {
  username: string;
  name: string;
  country: string;
  occupation: string;
  bio: string;
  gender: Gender;
  born: string;
  interests: readonly string[];
  /** A stock portrait, a drawn one, or one of the person's works. */
  avatar: StockAvatar | 'work' | 'drawn gele' | 'drawn cap' | 'drawn wrap' | 'drawn hair' | 'drawn veil';
  plan?: 'Premium';
  role?: 'moderator' | 'admin';
  works: readonly Work[];
}
