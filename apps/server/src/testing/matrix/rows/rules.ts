import * as rules from '@mbari/contract/moderation/rules';
import type { Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';
import type { World } from '../world.ts';

const version = async ({ app }: World): Promise<number> =>
  (await app.db.row<{ version: number }>('select version from rules_version'))!.version;

export const ruleRows: Row[] = [
  { call: rules.listRules, expect: () => ok({ has: ['data.version', 'data.rules'] }) },
  {
    call: rules.acceptRules,
    expect: () => ok({ has: ['message'], stores: true }),
    ask: async (world) => {
      await world.app.db.run('update rules_version set version = greatest(version, 1)');
      return { json: { version: await version(world) } };
    },
  },
  {
    call: rules.acceptRules,
    about: { version: 'older' },
    expect: () => refused('conflict'),
    ask: async (world) => ({ json: { version: (await version(world)) + 1 } }),
  },
  {
    call: rules.setRules,
    expect: (actor) => (actor === 'admin' ? ok({ has: ['data.version'], stores: true }) : refused('admin_only')),
    ask: async (world) => ({ json: { version: await version(world), rules: [{ title: 'Be kind' }] } }),
  },
  {
    call: rules.setRules,
    about: { version: 'older' },
    expect: (actor) => refused(actor === 'admin' ? 'conflict' : 'admin_only'),
    ask: async (world) => ({ json: { version: (await version(world)) + 1, rules: [{ title: 'Be kind' }] } }),
  },
];
