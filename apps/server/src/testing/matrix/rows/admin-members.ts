import * as admin from '@mbari/contract/community/admin-members';
import { giveTestPassword, testPassword } from '../../accounts.ts';
import { addTestMember } from '../../app.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { type Expected, ok, refused } from '../rules.ts';
import { asStandIn } from '../stand-in.ts';
import { memberOf, type World } from '../world.ts';

const adminsOnly =
  (then: Expected) =>
  (actor: Actor): Expected =>
    actor === 'admin' ? then : refused('admin_only');

const allFields = ['data.id', 'data.email', 'data.role', 'message'];
const storedForAdmins = adminsOnly(ok({ has: allFields, stores: true }));
const missing = '01890000-0000-7000-8000-000000000000';

/** Requests a new member with these columns, unrelated to the actors. */
const target =
  (columns: Record<string, unknown> = {}, json?: object) =>
  async ({ app }: World): Promise<Ask> => ({ params: { id: (await addTestMember(app, columns)).id }, ...(json && { json }) });

const acts: [call: Row['call'], json?: object][] = [
  [admin.changeRole, { role: 'moderator', password: testPassword }],
  [admin.signOutMember],
  [admin.grantMemberPlan, { name: 'Premium' }],
  [admin.revokeMemberPlan],
  [admin.sendMemberExport],
];

export const adminMemberRows: Row[] = [
  { call: admin.listAccounts, expect: adminsOnly(ok({ has: ['data', 'meta.per_page'] })), tellsOfAll: ['email'], ask: async () => ({}) },
  { call: admin.readAccount, expect: adminsOnly(ok({ has: ['data.email', 'data.sessions', 'data.history'] })), ask: target() },
  ...acts.map(([call, json]): Row => ({
    call,
    expect: storedForAdmins,
    ask: async (world, actor) => asStandIn(world, actor, await target({}, json)(world)),
  })),
  {
    call: admin.closeMemberAccount,
    about: { target: 'member' },
    expect: adminsOnly(ok({ has: ['message'], stores: true })),
    ask: target(),
  },
  { call: admin.closeMemberAccount, about: { target: 'admin' }, expect: adminsOnly(refused('forbidden')), ask: target({ role: 'admin' }) },
  {
    call: admin.sendMemberExport,
    about: { target: 'closed' },
    expect: adminsOnly(refused('conflict')),
    ask: target({ closed_at: new Date() }),
  },
  {
    call: admin.changeRole,
    about: { target: 'self' },
    expect: adminsOnly(refused('forbidden')),
    ask: async (world, actor) => {
      const self = memberOf(world, actor) ?? world.bystander;
      await giveTestPassword(world.app, self);
      return { params: { id: self.id }, json: { role: 'member', password: testPassword } };
    },
  },
  ...[...acts, [admin.readAccount] as const, [admin.closeMemberAccount] as const].map(([call, json]): Row => ({
    call,
    about: { target: 'nobody' },
    actors: ['moderator', 'admin'],
    expect: adminsOnly(refused('not_found')),
    ask: (world, actor) => asStandIn(world, actor, { params: { id: missing }, ...(json && { json }) }),
  })),
];
