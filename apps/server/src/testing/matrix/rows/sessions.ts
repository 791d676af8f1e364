import { endOtherSessions, endSession, listSessions } from '@mbari/contract/identity/sessions';
import { newId } from '../../../platform/ids.ts';
import { addTestSession } from '../../app.ts';
import type { Row } from '../driver.ts';
import { hidden, ok } from '../rules.ts';
import { memberOf } from '../world.ts';

const secrets = ['token', 'token_hash', 'refresh_hash', 'previous_refresh_hash'];

export const sessionRows: Row[] = [
  {
    call: listSessions,
    expect: () => ok({ has: ['data.0.device', 'data.0.is_current'], lacks: secrets.map((name) => `data.0.${name}`), stores: false }),
  },
  {
    call: endSession,
    about: { of: 'self' },
    expect: () => ok({ has: ['message'], stores: true }),
    ask: async (world, actor) => {
      const member = memberOf(world, actor);
      return { params: { id: member ? (await addTestSession(world.app, member.id)).session_id : newId() } };
    },
  },
  {
    call: endSession,
    about: { of: 'other_member' },
    expect: hidden,
    ask: async (world) => ({ params: { id: (await addTestSession(world.app, world.bystander.id)).session_id } }),
  },
  { call: endOtherSessions, expect: () => ok({ has: ['message'], stores: true }) },
];
