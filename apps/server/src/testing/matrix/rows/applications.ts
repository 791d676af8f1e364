import * as applications from '@mbari/contract/identity/applications';
import { addTestMember, type TestMember } from '../../app.ts';
import type { Row } from '../driver.ts';
import { hidden, isStaff, ok, refused } from '../rules.ts';
import type { World } from '../world.ts';

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
