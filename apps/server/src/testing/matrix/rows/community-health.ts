import { readCommunityHealth } from '@mbari/contract/community/health';
import type { Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';

export const communityHealthRows: Row[] = [
  {
    call: readCommunityHealth,
    expect: (actor) => (actor === 'admin' ? ok({ has: ['data.days', 'data.open_reports.count'] }) : refused('admin_only')),
    ask: async () => ({}),
  },
];
