import type { Page } from '@playwright/test';
import type { Community } from './community.ts';
import type { Reader } from './unmarked-text.ts';

export interface Walk {
  page: Page;
  reader: Reader;
  community: Community;
}

/** Steps of the walk for the screen at each path. */
export type Screens = Record<string, (walk: Walk) => Promise<void>>;
