import * as appeals from '@mbari/contract/moderation/appeals';
import { acknowledgeWarning } from '@mbari/contract/moderation/appeals';
import { newId } from '../../../platform/ids.ts';
import { addTestMember, type TestMember } from '../../app.ts';
import type { Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { created, hidden, isStaff, ok, refused } from '../rules.ts';
import { memberOf, type World } from '../world.ts';

async function warningOf({ app }: World, member: TestMember, { appealed = false } = {}): Promise<string> {
  const id = newId();
  await app.db.run(`insert into moderation_log (id, action, member_id, reason) values ($1, 'warn_member', $2, 'Rude')`, [id, member.id]);
  await app.db.run('insert into warnings (moderation_id, member_id) values ($1, $2)', [id, member.id]);
  if (appealed) await app.db.run(`insert into appeals (moderation_id, member_id, body) values ($1, $2, 'Look again')`, [id, member.id]);
  return id;
}

const own = async (world: World, actor: Actor): Promise<{ params: { id: string } }> => ({
  params: { id: await warningOf(world, memberOf(world, actor) ?? world.bystander) },
});
const ofAnother = async (world: World): Promise<{ params: { id: string } }> => ({
  params: { id: await warningOf(world, await addTestMember(world.app)) },
});
const body = { body: 'I did not mean it.' };
const judged = (world: World): Promise<TestMember> => addTestMember(world.app);

export const appealRows: Row[] = [
  {
    call: appeals.readDecision,
    about: { decision: 'own' },
    expect: () => ok({ has: ['data.reason', 'data.viewer.may_appeal'] }),
    ask: own,
  },
  { call: appeals.readDecision, about: { decision: 'of another' }, expect: hidden, ask: ofAnother },
  {
    call: appeals.appealDecision,
    about: { decision: 'own' },
    expect: () => created({ has: ['data.appeal.body'], stores: true }),
    ask: async (world, actor) => ({ ...(await own(world, actor)), json: body }),
  },
  {
    call: appeals.appealDecision,
    about: { decision: 'of another' },
    expect: hidden,
    ask: async (world) => ({ ...(await ofAnother(world)), json: body }),
  },
  { call: acknowledgeWarning, about: { warning: 'own' }, expect: () => ok({ stores: true }), ask: own },
  { call: acknowledgeWarning, about: { warning: 'of another' }, expect: hidden, ask: ofAnother },
  { call: appeals.listAppeals, expect: (actor) => (isStaff(actor) ? ok({ has: ['data'] }) : refused('forbidden')) },
  {
    call: appeals.resolveAppeal,
    about: { appeal: 'of another' },
    expect: (actor) => (isStaff(actor) ? ok({ stores: true }) : refused('forbidden')),
    ask: async (world) => ({
      params: { id: await warningOf(world, await judged(world), { appealed: true }) },
      json: { outcome: 'refused' },
    }),
  },
  {
    call: appeals.resolveAppeal,
    about: { appeal: 'own' },
    actors: ['moderator', 'admin'],
    expect: hidden,
    ask: async (world, actor) => ({
      params: { id: await warningOf(world, memberOf(world, actor)!, { appealed: true }) },
      json: { outcome: 'granted' },
    }),
  },
];
