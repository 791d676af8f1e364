import { customiseProfile } from '@mbari/contract/people/profiles';
import { except } from '../actors.ts';
import type { Row } from '../driver.ts';
import { ok, refused } from '../rules.ts';
import { asStandIn } from '../stand-in.ts';

const allFields = ['data.pinned', 'message'];
const lapsed = { plan_name: 'Premium', plan_ends_at: new Date(0), accent: 'leaf' };

const changes: [change: string, plan: 'free' | 'paid' | 'lapsed', sent: object, stored: Record<string, unknown>, passes: boolean][] = [
  ['none', 'free', { accent: '', pinned: [], remove_cover: true }, {}, true],
  ['accent', 'free', { accent: 'indigo' }, {}, false],
  ['accent', 'paid', { accent: 'indigo' }, {}, true],
  ['accent', 'lapsed', { accent: 'indigo' }, lapsed, false],
  ['accent_unchanged', 'lapsed', { accent: 'leaf' }, lapsed, true],
  ['accent_taken_away', 'lapsed', { accent: '' }, lapsed, true],
];

export const customisingRows: Row[] = [
  ...changes.map(([change, plan, json, stored, passes]): Row => ({
    call: customiseProfile,
    about: { change, plan },
    actors: plan === 'paid' ? ['paid_member'] : except('paid_member'),
    expect: () =>
      passes ? ok({ has: allFields, stores: true }) : { ...refused('upgrade_required'), has: ['errors.accent'], stores: false },
    ask: (world, actor) => asStandIn(world, actor, { json }, stored),
  })),
  {
    call: customiseProfile,
    about: { pinned: 'post of another' },
    expect: (actor) => (actor === 'paid_member' ? { ...refused('validation'), has: ['errors.pinned'] } : refused('upgrade_required')),
    ask: (world, actor) => asStandIn(world, actor, { json: { pinned: [world.photo.id] } }),
  },
];
