import type { Page } from '@playwright/test';
import type { Community } from './community.ts';
import type { Reader } from './unmarked-text.ts';

export interface Walk {
  page: Page;
  reader: Reader;
  community: Community;
}

/** The steps for each path's screen. */
export type Screens = Record<string, (walk: Walk) => Promise<void>>;
