import * as admin from '@mbari/contract/community/admin-members';
import * as calls from '@mbari/contract/community/announcements';
import { readCommunityHealth } from '@mbari/contract/community/health';
import * as webhooks from '@mbari/contract/community/webhooks';
import * as system from '@mbari/contract/operations/system';
import { billingWebhook } from '@mbari/contract/people/plans';
import * as categories from '@mbari/contract/photos/categories';
import { deleteCategory } from '@mbari/contract/photos/categories';
import * as feed from '@mbari/contract/photos/feed';
import * as site from '@mbari/contract/platform/site';
import { newId } from '../../../platform/ids.ts';
import { giveTestPassword, testPassword } from '../../accounts.ts';
import { addTestMember } from '../../app.ts';
import { formOf } from '../../http-client.ts';
import { photoFile } from '../../image-files.ts';
import { addTestPhoto } from '../../posts.ts';
import { stripeEvent, stripeRequest } from '../../stripe.ts';
import { type Actor, actors } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import { adminsOnly, canBeAsked, created, type Expected, hidden, isForAll, isOwner, mayFind, ok, refused, type State } from '../rules.ts';
import { asStandIn } from '../stand-in.ts';
import { memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

const announced =
  (json?: object, isDismissable = true) =>
  async ({ app }: World): Promise<Ask> => {
    const id = newId();
    await app.db.run('insert into announcements (id, text, is_dismissable) values ($1, $2, $3)', [id, 'We move.', isDismissable]);
    return { params: { id }, ...(json && { json }) };
  };

export const announcementRows: Row[] = [
  { call: calls.listAnnouncements, expect: adminsOnly(ok({ has: ['data', 'meta.per_page'] })), ask: async () => ({}) },
  {
    call: calls.createAnnouncement,
    expect: adminsOnly(created({ has: ['data.id', 'message'], stores: true })),
    ask: async () => ({ json: { text: 'We move.' } }),
  },
  { call: calls.updateAnnouncement, expect: adminsOnly(ok({ has: ['data.id'], stores: true })), ask: announced({ text: 'We stay.' }) },
  { call: calls.deleteAnnouncement, expect: adminsOnly(ok({ has: ['message'], stores: true })), ask: announced() },
  { call: calls.dismissAnnouncement, about: { may: 'yes' }, expect: () => ok({ has: ['message'], stores: true }), ask: announced() },
  { call: calls.dismissAnnouncement, about: { may: 'no' }, expect: () => refused('not_found'), ask: announced(undefined, false) },
];

export const communityHealthRows: Row[] = [
  {
    call: readCommunityHealth,
    expect: (actor) => (actor === 'admin' ? ok({ has: ['data.days', 'data.open_reports.count'] }) : refused('admin_only')),
    ask: async () => ({}),
  },
];

const settings = ['data.version', 'data.defaults.name'];
const storedForAdmins = adminsOnly(ok({ has: [...settings, 'message'], stores: true }));

const versionOf = async ({ app }: World): Promise<number> =>
  (await app.db.row<{ version: number }>('select version from site_settings'))!.version;

export const siteRows: Row[] = [
  { call: site.readSiteSettings, expect: adminsOnly(ok({ has: settings })), ask: async () => ({}) },
  {
    call: site.changeSiteSettings,
    about: { version: 'newest' },
    expect: storedForAdmins,
    ask: async (world) => ({ json: { version: await versionOf(world), tagline: 'We weave together', about: 'We **weave**.' } }),
  },
  {
    call: site.changeSiteSettings,
    about: { version: 'older' },
    expect: adminsOnly(refused('conflict')),
    ask: async (world) => {
      await world.app.db.run('update site_settings set version = version + 1');
      return { json: { version: (await versionOf(world)) - 1, tagline: 'Too late' } };
    },
  },
  { call: site.changeSiteLogo, expect: storedForAdmins, ask: async () => ({ form: formOf({ logo: await photoFile() }) }) },
  { call: site.removeSiteLogo, expect: adminsOnly(ok({ has: settings, stores: true })), ask: async () => ({}) },
  {
    call: site.readSitePage,
    about: { page: 'written' },
    expect: () => ok({ has: ['data.body_html'] }),
    ask: async ({ app }) => {
      await app.db.run("update site_settings set about = 'We weave.', about_html = '<p>We weave.</p>'");
      return { params: { page: 'about' } };
    },
  },
  {
    call: site.readSitePage,
    about: { page: 'built in' },
    expect: () => ok({ has: ['data.body_html'] }),
    ask: async () => ({ params: { page: 'privacy' } }),
  },
  { call: site.readSitePage, about: { page: 'unknown' }, expect: hidden, ask: async () => ({ params: { page: 'imprint' } }) },
];

const ofAdmins = (then: Expected) => (actor: Actor) => (actor === 'admin' ? then : refused('admin_only'));
const missing = '01890000-0000-7000-8000-000000000000';

/** Adds an unused category at the end, so that nothing else in the matrix finds it. */
async function addPhotoCategory({ app }: World): Promise<string> {
  const id = newId();
  await app.db.pool.query(
    'insert into categories (id, name, slug, position) values ($1::uuid, $1::text, $1::text, 1 + (select max(position) from categories))',
    [id],
  );
  return id;
}

export const categoryRows: Row[] = [
  { call: categories.listCategories, expect: () => ok({ has: ['data.0.photos_count', 'data.0.is_leaving'] }) },
  {
    call: categories.createCategory,
    expect: ofAdmins(created({ has: ['data.id', 'data.slug'], stores: true })),
    ask: async (world) => {
      // Deletes categories of earlier cases, because the limit is sixty.
      await world.app.db.pool.query(
        'delete from categories c where c.position > 12 and not exists (select from photos p where p.category_id = c.id)',
      );
      return { json: { name: `Category ${newId()}` } };
    },
  },
  {
    call: categories.updateCategory,
    expect: ofAdmins(ok({ has: ['data.id'], stores: true })),
    ask: async (world) => ({ params: { id: await addPhotoCategory(world) }, json: { name: `Renamed ${newId()}` } }),
  },
  {
    call: deleteCategory,
    about: { category: 'empty' },
    expect: ofAdmins(ok({ stores: true })),
    ask: async (world) => ({ params: { id: await addPhotoCategory(world) } }),
  },
  {
    call: deleteCategory,
    about: { category: 'has_photos' },
    expect: ofAdmins(refused('not_empty')),
    ask: async (world) => {
      const id = await addPhotoCategory(world);
      await addTestPhoto(world.app, await addTestMember(world.app), { category_id: id });
      return { params: { id } };
    },
  },
  ...[categories.updateCategory, deleteCategory].map((call): Row => ({
    call,
    about: { category: 'missing' },
    actors: ['moderator', 'admin'],
    expect: ofAdmins(refused('not_found')),
    ask: async () => ({ params: { id: missing }, ...(call.takes && { json: { name: 'Nothing' } }) }),
  })),
];

/** Older than every post. */
const beginning = '00000000-0000-7000-8000-000000000000';

const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  return [
    {
      ...of,
      call: feed.listTrending,
      expect: (actor) => ok({ has: ['data'], contains: mayFind(actor, state) }),
      ask: ({ photo }) => ({ item: photo.id }),
    },
    {
      ...of,
      call: feed.listWelcomePhotos,
      // Lists six posts, so newer ones of other members may displace this one.
      expect: (actor) => ok({ has: ['data'], ...(!(isForAll(state) && mayFind(actor, state)) && { contains: false }) }),
      ask: ({ photo }) => ({ item: photo.id }),
    },
    {
      ...of,
      call: feed.listPhotos,
      about: { feed: 'following' },
      expect: (actor) => ok({ has: ['meta.total'], contains: actor === 'follower' && mayFind(actor, state) }),
      ask: ({ photo }) => ({ item: photo.id, query: 'feed=following&per_page=50' }),
    },
    {
      ...of,
      call: feed.countNewPhotos,
      // The viewer's own posts do not count as new.
      expect: (actor) => ok({ has: ['data.count'], contains: !isOwner(actor) && mayFind(actor, state) }),
      ask: ({ people }) => ({ item: people.owner.id, query: `after=${beginning}` }),
    },
    {
      ...of,
      call: feed.countNewPhotos,
      about: { feed: 'following' },
      expect: (actor) => ok({ has: ['data.count'], contains: actor === 'follower' && mayFind(actor, state) }),
      ask: ({ people }) => ({ item: people.owner.id, query: `after=${beginning}&feed=following` }),
    },
  ];
};

export const discoveryRows: Row[] = photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(inState);

const deleted = () => stripeEvent('customer.deleted', { id: 'cus_nobody' });

/** Only the provider's signature counts, not the caller. */
export const billingRows: Row[] = [
  {
    call: billingWebhook,
    about: { signed: 'by the provider' },
    expect: () => ok({ has: ['received'], stores: true }),
    ask: () => stripeRequest(deleted()),
  },
  {
    call: billingWebhook,
    about: { signed: 'by somebody' },
    expect: () => refused('invalid_signature'),
    ask: () => stripeRequest(deleted(), { secret: 'whsec_of_somebody_else_000' }),
  },
];

const allFields = ['data.id', 'data.email', 'data.role', 'message'];
const memberStoredForAdmins = adminsOnly(ok({ has: allFields, stores: true }));

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
    expect: memberStoredForAdmins,
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

/** Adds a webhook with a delivery. */
async function added({ app }: World): Promise<Ask & { params: { id: string; deliveryId: string } }> {
  const [id, deliveryId] = [newId(), newId()];
  await app.db.run(`delete from webhooks`);
  await app.db.run(`insert into webhooks (id, url, secret, events) values ($1, 'https://hooks.example.test/x', '', '{challenge_ended}')`, [
    id,
  ]);
  await app.db.run(`insert into webhook_deliveries (webhook_id, id, event, data) values ($1, $2, 'test', '{}')`, [id, deliveryId]);
  return { params: { id, deliveryId } };
}

const stored = adminsOnly(ok({ has: ['message'], stores: true }));

export const webhookRows: Row[] = [
  { call: webhooks.listWebhooks, expect: adminsOnly(ok({ has: ['data'] })), ask: async () => ({}) },
  {
    call: webhooks.createWebhook,
    expect: adminsOnly(created({ has: ['data.id', 'secret', 'message'], stores: true })),
    ask: async (world, actor) => {
      await world.app.db.run(`delete from webhooks`);
      const json = { url: 'https://hooks.example.test/x', events: ['challenge_ended'], password: testPassword };
      return asStandIn(world, actor, { json });
    },
  },
  { call: webhooks.listWebhookDeliveries, expect: adminsOnly(ok({ has: ['data'] })), ask: added },
  ...[webhooks.deleteWebhook, webhooks.enableWebhook, webhooks.testWebhook, webhooks.resendWebhookDelivery].map((call): Row => ({
    call,
    expect: stored,
    ask: added,
  })),
];

/** Only one backup or test restore may be queued. */
const removeBackupJobs = ({ app }: World): Promise<unknown> =>
  app.db.run(`select graphile_worker.remove_job(key) from unnest('{make_backup,test_restore}'::text[]) key`);

export const systemRows: Row[] = [
  { call: system.readSystem, expect: adminsOnly(ok({ has: ['data.version.product', 'data.jobs'] })), ask: async () => ({}) },
  { call: system.checkSystem, expect: adminsOnly(ok({ has: ['data', 'checked_at'] })), ask: async () => ({}) },
  {
    call: system.retryJobs,
    expect: adminsOnly(ok({ has: ['message'], stores: true })),
    ask: async ({ app }) => {
      await app.db.run(`select graphile_worker.add_job('sweep_tags', job_key => 'failed', run_at => now() + interval '1 hour')`);
      await app.db.run(`update graphile_worker._private_jobs set attempts = max_attempts where key = 'failed'`);
      return { json: { task: 'sweep_tags' } };
    },
  },
  {
    call: system.startBackup,
    expect: adminsOnly(ok({ has: ['message'], stores: true })),
    ask: async (world, actor) => {
      await removeBackupJobs(world);
      return asStandIn(world, actor, { json: { password: testPassword } });
    },
  },
  {
    call: system.testBackup,
    expect: adminsOnly(ok({ has: ['message'], stores: true })),
    ask: async (world) => {
      await removeBackupJobs(world);
      return {};
    },
  },
  // Null without UPDATE_URL.
  { call: system.checkUpdate, expect: adminsOnly(ok()), ask: async () => ({}) },
  { call: system.sendTestMail, expect: adminsOnly(ok({ has: ['data.to', 'data.answer'] })), ask: async () => ({}) },
  { call: system.sendTestPush, expect: adminsOnly(ok({ has: ['data'] })), ask: async () => ({}) },
];
