import * as appeals from '@mbari/contract/moderation/appeals';
import { acknowledgeWarning } from '@mbari/contract/moderation/appeals';
import * as moderation from '@mbari/contract/moderation/cases';
import { newId } from '../../../platform/ids.ts';
import { addTestMember, type TestMember } from '../../app.ts';
import { addTestChallenge, addTestExhibition, addTestFeedback, addTestPhoto, addTestSeries, setPhotoGone } from '../../posts.ts';
import type { Actor } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { created, type Expected, hidden, isStaff, ok, refused } from '../rules.ts';
import { addComment, addReport, memberOf, type World } from '../world.ts';

const organisersOnly =
  (then: Expected | ((actor: Actor) => Expected)) =>
  (actor: Actor): Expected => {
    if (!isStaff(actor)) return refused('forbidden');
    return typeof then === 'function' ? then(actor) : then;
  };
const storedForOrganisers = organisersOnly(ok({ has: ['message'], lacks: ['data'], stores: true }));

/** Requests a new member with these columns, unrelated to the actors. */
const target =
  (columns: Record<string, unknown>, json?: object) =>
  async ({ app }: World): Promise<Ask> => ({ params: { id: (await addTestMember(app, columns)).id }, ...(json && { json }) });

const self =
  (json?: object) =>
  async (world: World, actor: Actor): Promise<Ask> => ({
    params: { id: (memberOf(world, actor) ?? world.bystander).id },
    ...(json && { json }),
  });

const isAdmin = organisersOnly((actor) => (actor === 'admin' ? ok({ stores: true }) : refused('forbidden')));
const suspended = { suspended_at: new Date() };
const silenced = { silenced_at: new Date(), silence_reason: 'Spam' };
const body = { reason: 'Spam' };

async function reportOf(world: World): Promise<string> {
  const photo = await addTestPhoto(world.app, world.bystander);
  await addReport(world.app, world.people.paid_member, photo);
  return (await world.app.db.row<{ id: string }>('select id from reports where photo_id = $1', [photo.id]))!.id;
}

const photoOf = async ({ app, bystander }: World, isRemoved = false): Promise<{ id: string }> => {
  const photo = await addTestPhoto(app, bystander);
  if (isRemoved) await setPhotoGone(app, photo, 'removed_at');
  return photo;
};

async function commentOf(world: World, isRemoved = false): Promise<string> {
  const id = await addComment(world.app, (await photoOf(world)).id, world.bystander, 'Something bad.');
  if (isRemoved) {
    await world.app.db.run('update photos p set comments_count = 0 from comments c where c.id = $1 and p.id = c.photo_id', [id]);
    await world.app.db.run('update comments set deleted_at = now(), removed_at = now() where id = $1', [id]);
  }
  return id;
}

export const moderationRows: Row[] = [
  { call: moderation.listReports, expect: organisersOnly(ok({ has: ['data', 'meta.open_count'] })), ask: async () => ({}) },
  { call: moderation.listModerationLog, expect: organisersOnly(ok({ has: ['data', 'meta.per_page'] })), ask: async () => ({}) },
  ...(['dismissed', 'removed', 'warned', 'silenced', 'suspended'] as const).map((outcome): Row => ({
    call: moderation.resolveReports,
    about: { outcome },
    expect: storedForOrganisers,
    ask: async (world) => {
      const owner = await addTestMember(world.app);
      const photo = await addTestPhoto(world.app, owner);
      await addReport(world.app, world.people.paid_member, photo);
      const row = await world.app.db.row<{ id: string }>('select id from reports where photo_id = $1', [photo.id]);
      return { params: { id: row!.id }, json: { outcome, note: 'Spam' } };
    },
  })),
  {
    call: moderation.resolveReports,
    about: { reports: 'resolved' },
    expect: organisersOnly(refused('conflict')),
    ask: async (world) => {
      const id = await reportOf(world);
      await world.app.db.run('update reports set resolved_at = now() where id = $1', [id]);
      return { params: { id }, json: { outcome: 'dismissed' } };
    },
  },
  {
    call: moderation.resolveReports,
    about: { reports: 'of oneself' },
    actors: ['moderator', 'admin'],
    expect: () => refused('not_found'),
    ask: async (world, actor) => {
      const photo = await addTestPhoto(world.app, memberOf(world, actor)!);
      await addReport(world.app, world.bystander, photo);
      const row = await world.app.db.row<{ id: string }>('select id from reports where photo_id = $1', [photo.id]);
      return { params: { id: row!.id }, json: { outcome: 'dismissed' } };
    },
  },
  ...(['dismissed', 'removed', 'warned'] as const).map((outcome): Row => ({
    call: moderation.resolveTogether,
    about: { outcome },
    expect: organisersOnly(ok({ has: ['data'], lacks: ['data.0.refusal.code'], stores: true })),
    ask: async (world) => ({ json: { report_ids: [await reportOf(world)], outcome, note: 'Spam' } }),
  })),
  {
    call: moderation.resolveTogether,
    about: { reports: 'of oneself' },
    actors: ['moderator', 'admin'],
    expect: () => ok({ has: ['data.0.refusal.reason'] }),
    ask: async (world, actor) => {
      const photo = await addTestPhoto(world.app, memberOf(world, actor)!);
      await addReport(world.app, world.bystander, photo);
      const row = await world.app.db.row<{ id: string }>('select id from reports where photo_id = $1', [photo.id]);
      return { json: { report_ids: [row!.id], outcome: 'dismissed' } };
    },
  },
  {
    call: moderation.readReport,
    expect: organisersOnly(ok({ has: ['data.notes', 'data.history'] })),
    ask: async (world) => ({ params: { id: await reportOf(world) } }),
  },
  { call: moderation.takeReports, expect: storedForOrganisers, ask: async (world) => ({ params: { id: await reportOf(world) } }) },
  {
    call: moderation.leaveReports,
    expect: organisersOnly(ok({ has: ['message'] })),
    ask: async (world) => ({ params: { id: await reportOf(world) } }),
  },
  {
    call: moderation.addReportNote,
    expect: organisersOnly(created({ has: ['message'], stores: true })),
    ask: async (world) => ({ params: { id: await reportOf(world) }, json: { body: 'Look.' } }),
  },
  {
    call: moderation.markPhoto,
    expect: storedForOrganisers,
    ask: async (world) => ({ params: { id: (await photoOf(world)).id }, json: { ...body, warning: 'nudity' } }),
  },
  {
    call: moderation.unmarkPhoto,
    expect: storedForOrganisers,
    ask: async (world) => ({ params: { id: (await addTestPhoto(world.app, world.bystander, { warning: 'nudity' })).id }, json: body }),
  },
  {
    call: moderation.resolveReports,
    about: { outcome: 'marked' },
    expect: storedForOrganisers,
    ask: async (world) => ({ params: { id: await reportOf(world) }, json: { outcome: 'marked', note: 'Spam', warning: 'nudity' } }),
  },
  {
    call: moderation.removePhoto,
    expect: storedForOrganisers,
    ask: async (world) => ({ params: { id: (await photoOf(world)).id }, json: body }),
  },
  {
    call: moderation.restorePhoto,
    expect: storedForOrganisers,
    ask: async (world) => ({ params: { id: (await photoOf(world, true)).id } }),
  },
  {
    call: moderation.removeComment,
    expect: storedForOrganisers,
    ask: async (world) => ({ params: { id: await commentOf(world) }, json: body }),
  },
  {
    call: moderation.restoreComment,
    expect: storedForOrganisers,
    ask: async (world) => ({ params: { id: await commentOf(world, true) } }),
  },
  {
    call: moderation.restoreSeries,
    expect: storedForOrganisers,
    ask: async ({ app, bystander }) => {
      const series = await addTestSeries(app, bystander, []);
      await app.db.run('update series set removed_at = now() where id = $1', [series.id]);
      return { params: series };
    },
  },
  {
    call: moderation.restoreExhibition,
    expect: storedForOrganisers,
    ask: async ({ app, bystander }) => {
      const exhibition = await addTestExhibition(app, bystander);
      await app.db.run('update exhibitions set removed_at = now() where id = $1', [exhibition.id]);
      return { params: exhibition };
    },
  },
  {
    call: moderation.restoreFeedback,
    expect: storedForOrganisers,
    ask: async ({ app, photo, bystander }) => {
      const { entries } = await addTestChallenge(app, { state: 'results', photos: [photo] });
      const id = await addTestFeedback(app, entries[0]!, bystander);
      await app.db.run('update challenge_feedback set removed_at = now() where id = $1', [id]);
      return { params: { id } };
    },
  },
  ...[moderation.removePhoto, moderation.restorePhoto].map((call): Row => ({
    call,
    about: { photo: call === moderation.removePhoto ? 'removed_by_moderation' : 'ready' },
    actors: ['moderator', 'admin'],
    expect: () => refused('not_found'),
    ask: async (world) => ({
      params: { id: (await photoOf(world, call === moderation.removePhoto)).id },
      ...(call === moderation.removePhoto && { json: body }),
    }),
  })),
  { call: moderation.suspendMember, about: { target: 'member' }, expect: storedForOrganisers, ask: target({}, body) },
  { call: moderation.suspendMember, about: { target: 'moderator' }, expect: isAdmin, ask: target({ role: 'moderator' }, body) },
  {
    call: moderation.suspendMember,
    about: { target: 'admin' },
    expect: organisersOnly(refused('forbidden')),
    ask: target({ role: 'admin' }, body),
  },
  { call: moderation.suspendMember, about: { target: 'self' }, expect: organisersOnly(refused('cannot_suspend_self')), ask: self(body) },
  ...[moderation.warnMember, moderation.silenceMember].flatMap((call): Row[] => [
    { call, about: { target: 'member' }, expect: storedForOrganisers, ask: target({}, body) },
    { call, about: { target: 'moderator' }, expect: isAdmin, ask: target({ role: 'moderator' }, body) },
    { call, about: { target: 'admin' }, expect: organisersOnly(refused('forbidden')), ask: target({ role: 'admin' }, body) },
    { call, about: { target: 'self' }, expect: organisersOnly(refused('cannot_suspend_self')), ask: self(body) },
  ]),
  { call: moderation.endSilence, about: { target: 'member' }, expect: storedForOrganisers, ask: target(silenced) },
  { call: moderation.endSilence, about: { target: 'moderator' }, expect: isAdmin, ask: target({ role: 'moderator', ...silenced }) },
  { call: moderation.endSilence, about: { target: 'self' }, expect: organisersOnly(refused('cannot_suspend_self')), ask: self() },
  { call: moderation.endSuspension, about: { target: 'member' }, expect: storedForOrganisers, ask: target(suspended) },
  { call: moderation.endSuspension, about: { target: 'moderator' }, expect: isAdmin, ask: target({ role: 'moderator', ...suspended }) },
  { call: moderation.endSuspension, about: { target: 'self' }, expect: organisersOnly(refused('cannot_suspend_self')), ask: self() },
];

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
const appealBody = { body: 'I did not mean it.' };
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
    ask: async (world, actor) => ({ ...(await own(world, actor)), json: appealBody }),
  },
  {
    call: appeals.appealDecision,
    about: { decision: 'of another' },
    expect: hidden,
    ask: async (world) => ({ ...(await ofAnother(world)), json: appealBody }),
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
