import { createHash, randomBytes } from 'node:crypto';
import * as applications from '@mbari/contract/identity/applications';
import * as invitations from '@mbari/contract/identity/invitations';
import * as joining from '@mbari/contract/identity/joining';
import * as rules from '@mbari/contract/moderation/rules';
import { newId } from '../../../platform/ids.ts';
import { addTestMember, type TestMember } from '../../app.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { created, type Expected, hidden, isStaff, ok, refused } from '../rules.ts';
import { memberOf, type World } from '../world.ts';

const ofAdmins =
  (then: Expected) =>
  (actor: Actor): Expected =>
    actor === 'admin' ? then : refused('admin_only');
const ofOrganisers =
  (then: Expected, otherwise: Expected) =>
  (actor: Actor): Expected =>
    isStaff(actor) ? then : otherwise;

async function addInvitation({ app }: World, { id: memberId }: Pick<TestMember, 'id'>): Promise<{ id: string; token: string }> {
  const id = newId();
  const token = randomBytes(32).toString('base64url');
  await app.db.run(
    `insert into invitations (id, member_id, token_hash, max_uses, expires_at) values ($1, $2, $3, 1, now() + interval '1 day')`,
    [id, memberId, createHash('sha256').update(token).digest()],
  );
  return { id, token };
}

const own = async (world: World, actor: Actor): Promise<Ask> => ({
  params: { id: (await addInvitation(world, memberOf(world, actor) ?? world.bystander)).id },
});
const ofAnother = async (world: World): Promise<Ask> => ({ params: { id: (await addInvitation(world, world.bystander)).id } });
const secrets = ['data.0.token', 'data.0.token_hash', 'data.0.link'];

export const joiningRows: Row[] = [
  { call: joining.readJoining, expect: ofAdmins(ok({ has: ['data.mode'] })) },
  {
    call: joining.changeJoining,
    expect: ofAdmins(ok({ has: ['data.mode'], stores: true })),
    ask: async () => ({ json: { members_invite: false } }),
  },
  {
    call: invitations.createInvitation,
    expect: ofOrganisers(created({ has: ['data.id', 'link'], lacks: ['data.token_hash'], stores: true }), refused('forbidden')),
    ask: async () => ({ json: { max_uses: 1, days: 1 } }),
  },
  { call: invitations.listInvitations, expect: () => ok({ has: ['data', 'viewer.may_invite'], lacks: secrets }) },
  {
    call: invitations.listInvitations,
    about: { whose: 'all' },
    expect: ofOrganisers(ok({ has: ['data.0.id'], lacks: secrets }), refused('forbidden')),
    ask: async (world) => {
      await addInvitation(world, world.bystander);
      return { query: 'whose=all' };
    },
  },
  { call: invitations.listInvited, about: { whose: 'own' }, expect: () => ok({ has: ['data'] }), ask: own },
  {
    call: invitations.listInvited,
    about: { whose: 'of another' },
    expect: ofOrganisers(ok({ has: ['data'] }), refused('not_found')),
    ask: ofAnother,
  },
  { call: invitations.revokeInvitation, about: { whose: 'own' }, expect: () => ok({ has: ['message'], stores: true }), ask: own },
  {
    call: invitations.revokeInvitation,
    about: { whose: 'of another' },
    expect: ofOrganisers(ok({ has: ['message'], stores: true }), refused('not_found')),
    ask: ofAnother,
  },
  {
    call: invitations.checkInvitation,
    expect: () => ok({ has: ['data.is_open'], lacks: ['data.id', 'data.email'] }),
    ask: async (world) => ({ json: { token: (await addInvitation(world, world.people.moderator)).token } }),
  },
];

async function addApplicant({ app }: World): Promise<TestMember> {
  const applicant = await addTestMember(app, { email_verified_at: null, awaits_approval_since: new Date() });
  await app.db.run(`insert into applications (member_id, question, answer) values ($1, 'Why?', 'I paint.')`, [applicant.id]);
  return applicant;
}
const applicantOf = async (world: World): Promise<{ params: { id: string } }> => ({ params: { id: (await addApplicant(world)).id } });
const asApplicant = async (world: World): Promise<{ headers: Record<string, string> }> => ({
  headers: { authorization: `Bearer ${(await addApplicant(world)).token}` },
});

export const applicationRows: Row[] = [
  // No actor is an applicant.
  { call: applications.readOwnApplication, expect: hidden },
  { call: applications.answerApplication, expect: hidden, ask: async () => ({ json: { answer: 'I paint.' } }) },
  {
    call: applications.readOwnApplication,
    about: { asks: 'to join' },
    actors: ['non_follower'],
    expect: () => ok({ has: ['data.state', 'data.question'] }),
    ask: asApplicant,
  },
  {
    call: applications.answerApplication,
    about: { asks: 'to join' },
    actors: ['non_follower'],
    expect: () => ok({ has: ['data.answer'], stores: true }),
    ask: async (world) => ({ ...(await asApplicant(world)), json: { answer: 'I weave.' } }),
  },
  {
    call: applications.listApplications,
    expect: (actor) => (isStaff(actor) ? ok({ has: ['data.0.answer'], lacks: ['data.0.member.email'] }) : refused('forbidden')),
    ask: async (world) => {
      await applicantOf(world);
      return {};
    },
  },
  {
    call: applications.decideApplication,
    expect: (actor) => (isStaff(actor) ? ok({ stores: true }) : refused('forbidden')),
    ask: async (world) => ({ ...(await applicantOf(world)), json: { verdict: 'approved' } }),
  },
  {
    call: applications.decideApplication,
    about: { member: 'who does not ask' },
    expect: (actor) => (isStaff(actor) ? hidden() : refused('forbidden')),
    ask: async (world) => ({ params: { id: world.bystander.id }, json: { verdict: 'declined' } }),
  },
];

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
