import * as pendingPosts from '@mbari/contract/moderation/pending-posts';
import * as filters from '@mbari/contract/platform/filters';
import { askRemoval, report } from '@mbari/contract/platform/reports';
import { newId } from '../../../platform/ids.ts';
import type { ReportSubject } from '../../../platform/moderation/report-queries.ts';
import { addTestReply, addTestTopic } from '../../forum.ts';
import { addTestChallenge, addTestExhibition, addTestFeedback, addTestPhoto, addTestSeries } from '../../posts.ts';
import { type Actor, actors } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import {
  canBeAsked,
  created,
  type Expected,
  hidden,
  isBlockedEitherWay,
  isOwner,
  isStaff,
  mayJoin,
  mayOpen,
  ok,
  refused,
  type State,
} from '../rules.ts';
import { addAnotherPost, addComment, memberOf, type World } from '../world.ts';
import { photoStates } from './photos.ts';

const about = (subject_type: ReportSubject, subject_id: string): Ask => ({
  json: { subject_type, subject_id, reason: 'harassment', note: 'Please look.' },
});

/** The response reveals nothing about the subject. */
const accepted = created({
  has: ['message'],
  lacks: ['data', 'content', 'title', 'description', 'images', 'subject_id', 'note'],
  stores: true,
});

const reporting = (isThere: boolean, isOwn: boolean): Expected => {
  if (!isThere) return hidden();
  return isOwn ? refused('own_content') : accepted;
};

/** Deleted posts can be reported by members who could open them. */
const maySee = (actor: Actor, state: State): boolean => mayOpen(actor, state.photo === 'deleted' ? { ...state, photo: 'ready' } : state);

// A new post for each case, because a report lets organisers see it.
const inState = (state: State): Row[] => {
  const of = { call: report, state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  const rows: Row[] = [
    {
      ...of,
      about: { subject: 'photo' },
      expect: (actor) => reporting(maySee(actor, state), isOwner(actor)),
      ask: async (world) => about('photo', (await addAnotherPost(world)).id),
    },
  ];
  rows.push({
    ...of,
    call: askRemoval,
    expect: (actor) => reporting(maySee(actor, state), isOwner(actor)),
    ask: async (world) => ({ params: { id: (await addAnotherPost(world)).id }, json: { reason: 'It shows me.' } }),
  });
  if (state.photo === 'never_existed') return rows;
  return [
    ...rows,
    {
      ...of,
      about: { subject: 'comment' },
      expect: (actor) => reporting(maySee(actor, state), false),
      ask: async (world) =>
        about('comment', await addComment(world.app, (await addAnotherPost(world)).id, world.bystander, 'Something bad.')),
    },
    {
      ...of,
      about: { subject: 'series' },
      expect: (actor) => reporting(isOwner(actor) || mayJoin(actor, state), isOwner(actor)),
      ask: async ({ app, people, photo }) => about('series', (await addTestSeries(app, people.owner, [photo])).id),
    },
    {
      ...of,
      about: { subject: 'exhibition' },
      expect: (actor) => reporting(isOwner(actor) || (state.photo !== 'owner_suspended' && !isBlockedEitherWay(actor)), isOwner(actor)),
      ask: async ({ app, people }) => about('exhibition', (await addTestExhibition(app, people.owner)).id),
    },
    {
      ...of,
      about: { subject: 'challenge' },
      expect: (actor) => reporting(true, isOwner(actor)),
      ask: async ({ app, people }) => about('challenge', (await addTestChallenge(app, { organiser: people.owner })).id),
    },
    ...(['results', 'voting'] as const).map((step): Row => ({
      ...of,
      about: { subject: 'feedback', step },
      expect: (actor) => reporting(step === 'results' && isOwner(actor), false),
      ask: async ({ app, photo, bystander }) => {
        const { entries } = await addTestChallenge(app, { state: step, photos: [photo] });
        return about('feedback', await addTestFeedback(app, entries[0]!, bystander));
      },
    })),
    {
      ...of,
      about: { subject: 'user' },
      expect: (actor) => reporting(state.photo !== 'owner_suspended' && !isBlockedEitherWay(actor), isOwner(actor)),
      ask: ({ people }) => about('user', people.owner.id),
    },
    {
      ...of,
      about: { subject: 'forum_post' },
      expect: (actor) => reporting(state.photo !== 'owner_suspended' && !isBlockedEitherWay(actor), isOwner(actor)),
      ask: async ({ app, people, bystander }) => {
        const gone = { author_gone: state.photo === 'owner_suspended' };
        return about('forum_post', (await addTestReply(app, await addTestTopic(app, bystander), people.owner, gone)).id);
      },
    },
  ];
};

export const reportRows: Row[] = photoStates.flatMap(inState);

async function addPendingOf({ app, bystander }: World, memberId: string): Promise<{ params: { id: string } }> {
  const id = newId();
  const photo = await addTestPhoto(app, bystander);
  await app.db.run(
    `insert into pending_posts (id, member_id, kind, photo_id, body, why) values ($1, $2, 'comment', $3, 'Pending words', 'first')`,
    [id, memberId, photo.id],
  );
  return { params: { id } };
}
const ofBystander = (world: World): Promise<{ params: { id: string } }> => addPendingOf(world, world.bystander.id);

export const pendingRows: Row[] = [
  {
    call: pendingPosts.listOwnPending,
    expect: () => ok({ has: ['data.0.body', 'data.0.state'], lacks: ['data.0.member'] }),
    ask: async (world, actor) => {
      await addPendingOf(world, (memberOf(world, actor) ?? world.bystander).id);
      return {};
    },
  },
  {
    call: pendingPosts.takeBackPending,
    expect: () => ok({ has: ['message'], stores: true }),
    ask: (world, actor) => addPendingOf(world, (memberOf(world, actor) ?? world.bystander).id),
  },
  { call: pendingPosts.takeBackPending, about: { pending: 'of another' }, expect: hidden, ask: ofBystander },
  {
    call: pendingPosts.listPending,
    expect: (actor) => (isStaff(actor) ? ok({ has: ['data.0.body', 'data.0.why'], lacks: ['data.0.member.email'] }) : refused('forbidden')),
    ask: async (world) => {
      await ofBystander(world);
      return {};
    },
  },
  {
    call: pendingPosts.decidePending,
    expect: (actor) => (isStaff(actor) ? ok({ has: ['message'], stores: true }) : refused('forbidden')),
    ask: async (world) => ({ ...(await ofBystander(world)), json: { verdict: 'approved' } }),
  },
  {
    call: pendingPosts.decidePending,
    about: { pending: 'their own' },
    expect: (actor) => (isStaff(actor) ? hidden() : refused('forbidden')),
    ask: async (world, actor) => ({
      ...(await addPendingOf(world, (memberOf(world, actor) ?? world.bystander).id)),
      json: { verdict: 'declined' },
    }),
  },
];

const versionOf = async ({ app }: World): Promise<number> =>
  (await app.db.row<{ version: number }>('select version from filters'))!.version;

/** Filters a word that no other case uses. */
const input = { entries: [{ text: 'kpokiri99', action: 'refuse' }], new_account_days: 3, review_first: 0, same_link_accounts: 0 };

export const filterRows: Row[] = [
  {
    call: filters.readFilters,
    expect: (actor) => (actor === 'admin' ? ok({ has: ['data.version', 'data.entries'] }) : refused('admin_only')),
    ask: async () => ({}),
  },
  {
    call: filters.changeFilters,
    expect: (actor) => (actor === 'admin' ? ok({ has: ['data.version', 'message'], stores: true }) : refused('admin_only')),
    ask: async (world) => ({ json: { version: await versionOf(world), ...input } }),
  },
  {
    call: filters.changeFilters,
    about: { version: 'older' },
    expect: (actor) => refused(actor === 'admin' ? 'conflict' : 'admin_only'),
    ask: async (world) => ({ json: { version: (await versionOf(world)) + 1, ...input } }),
  },
];
