import * as filters from '@mbari/contract/platform/filters';
import type { Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';
import type { World } from '../world.ts';

const versionOf = async ({ app }: World): Promise<number> =>
  (await app.db.row<{ version: number }>('select version from filters'))!.version;

/** Filters a word that no other case uses. */
const input = { entries: [{ text: 'kpokiri99', action: 'refuse' }], new_account_days: 3, review_first: 0, same_link_accounts: 0 };

export const filterRows: Row[] = [
  {
    call: filters.readFilters,
    expect: (actor) => (actor === 'admin' ? ok({ has: ['data.version', 'data.entries'] }) : refused('admin_only')),
    ask: async () => ({}),
  },
  {
    call: filters.changeFilters,
    expect: (actor) => (actor === 'admin' ? ok({ has: ['data.version', 'message'], stores: true }) : refused('admin_only')),
    ask: async (world) => ({ json: { version: await versionOf(world), ...input } }),
  },
  {
    call: filters.changeFilters,
    about: { version: 'older' },
    expect: (actor) => refused(actor === 'admin' ? 'conflict' : 'admin_only'),
    ask: async (world) => ({ json: { version: (await versionOf(world)) + 1, ...input } }),
  },
];
