import { createApiToken, listApiTokens, revokeApiToken } from '@mbari/contract/identity/api-tokens';
import { newId } from '../../../platform/ids.ts';
import { giveTestPassword, testPassword } from '../../accounts.ts';
import { addTestApiToken, type TestApp } from '../../app.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { created, gate, hidden, ok, refused } from '../rules.ts';
import { memberOf, type World } from '../world.ts';

const tokenOf = async (app: TestApp, member: { id: string } | undefined): Promise<{ params: { id: string } }> => {
  if (!member) return { params: { id: newId() } };
  await addTestApiToken(app, member.id);
  const newest = await app.db.row<{ id: string }>('select id from api_tokens where member_id = $1 order by id desc limit 1', [member.id]);
  return { params: { id: newest!.id } };
};

const creating =
  (change: object = {}) =>
  async ({ app, ...world }: World, actor: Actor): Promise<Ask> => {
    const member = gate(actor, 'verified') === null ? memberOf({ app, ...world }, actor) : undefined;
    if (member) await giveTestPassword(app, member);
    if (member) await app.db.run('delete from api_tokens where member_id = $1', [member.id]);
    return { json: { name: 'Script', scopes: ['read'], days: 30, password: testPassword, ...change } };
  };

export const apiTokenRows: Row[] = [
  {
    call: listApiTokens,
    expect: () => ok({ has: ['data.0.name', 'data.0.scopes'], lacks: ['data.0.token', 'data.0.token_hash'], stores: false }),
    ask: async (world, actor) => {
      await tokenOf(world.app, memberOf(world, actor));
      return {};
    },
  },
  { call: createApiToken, expect: () => created({ has: ['token', 'data.id'], stores: true }), ask: creating() },
  {
    call: createApiToken,
    about: { password: 'wrong' },
    actors: ['non_follower'],
    expect: () => ({ ...refused('validation'), has: ['errors.password'] }),
    ask: creating({ password: 'something else' }),
  },
  {
    call: revokeApiToken,
    about: { of: 'self' },
    expect: () => ok({ has: ['message'], stores: true }),
    ask: (world, actor) => tokenOf(world.app, memberOf(world, actor)),
  },
  {
    call: revokeApiToken,
    about: { of: 'other_member' },
    expect: hidden,
    ask: ({ app, bystander }) => tokenOf(app, bystander),
  },
];
