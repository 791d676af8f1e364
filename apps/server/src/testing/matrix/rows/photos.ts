import * as archive from '@mbari/contract/photos/archive';
import * as comments from '@mbari/contract/photos/comments';
import * as critique from '@mbari/contract/photos/critique';
import * as descriptions from '@mbari/contract/photos/descriptions';
import * as feed from '@mbari/contract/photos/feed';
import * as savedPosts from '@mbari/contract/photos/feed';
import * as likes from '@mbari/contract/photos/likes';
import * as people from '@mbari/contract/photos/people-shown';
import * as photos from '@mbari/contract/photos/posts';
import sharp from 'sharp';
import { newId } from '../../../platform/ids.ts';
import { addTestCritique, addTestPhoto } from '../../posts.ts';
import { type Actor, actors, except } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import {
  canBeAsked,
  created,
  deleting,
  type Expected,
  hidden,
  isForAll,
  isOwner,
  isThere,
  join,
  mayFind,
  mayJoin,
  mayOpen,
  ok,
  open,
  posting,
  refused,
  type State,
} from '../rules.ts';
import { addComment, memberOf, type World } from '../world.ts';

export const photoStates: State[] = [
  ...(['public', 'private'] as const).flatMap((profile) =>
    (['public', 'followers'] as const).map((posts): State => ({ profile, posts, photo: 'ready' })),
  ),
  ...(['archived', 'scheduled', 'deleted', 'removed_by_moderation', 'owner_suspended', 'never_existed'] as const).map((photo): State => ({
    profile: 'public',
    posts: 'public',
    photo,
  })),
  { profile: 'public', posts: 'followers', photo: 'reported' },
  { profile: 'public', posts: 'followers', audience: 'public', photo: 'ready' },
  { profile: 'private', posts: 'public', audience: 'public', photo: 'ready' },
  { profile: 'public', posts: 'public', audience: 'followers', photo: 'ready' },
  { profile: 'public', posts: 'public', audience: 'me', photo: 'ready' },
  { profile: 'public', posts: 'public', audience: 'me', photo: 'reported' },
  { profile: 'public', posts: 'public', audience: 'me', photo: 'owner_suspended' },
];

const secretsOfAuthor = ['data.user.email', 'data.user.phone', 'data.user.bio', 'data.user.date_of_birth'];
const visiblePhoto = ok({
  has: ['data.id', 'data.title', 'data.images.0.image_path', 'data.likes_count', 'data.viewer.may_comment'],
  lacks: secretsOfAuthor,
});

const aboutPhoto = ({ photo }: World) => ({ params: { id: photo.id } });

const aboutComment = ({ comment }: World) => ({ params: { id: comment.id } });

const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  const when = (then: ReturnType<typeof ok>) => (actor: Actor) => open(actor, state, then);
  const whenMeantFor = (then: ReturnType<typeof ok>) => (actor: Actor) => join(actor, state, then);
  const rows: Row[] = [
    { ...of, call: photos.readPhoto, expect: when(visiblePhoto), ask: aboutPhoto },
    { ...of, call: likes.listLikes, expect: when(ok({ has: ['data', 'meta.total'] })), ask: aboutPhoto },
    {
      ...of,
      call: comments.listComments,
      // A viewer who may open the post reads the bystander's comment.
      expect: (actor) => (mayOpen(actor, state) ? ok({ contains: true }) : hidden()),
      ask: ({ photo, comment }) => ({ params: { id: photo.id }, item: comment.id }),
    },
    // A viewer who may open the post sees the bystander's comment and its likes. Liking it needs a post that reaches the viewer.
    { ...of, call: likes.listCommentLikes, expect: when(ok({ has: ['data', 'meta.total'] })), ask: aboutComment },
    ...[likes.likeComment, likes.unlikeComment].map((call): Row => ({
      ...of,
      call,
      expect: whenMeantFor(ok({ has: ['data.likes_count'], stores: true })),
      ask: aboutComment,
    })),
    { ...of, call: likes.likePhoto, expect: whenMeantFor(ok({ has: ['data.likes_count'], stores: true })), ask: aboutPhoto },
    { ...of, call: likes.unlikePhoto, expect: whenMeantFor(ok({ has: ['data.likes_count'], stores: true })), ask: aboutPhoto },
    ...[savedPosts.savePhoto, savedPosts.unsavePhoto].map((call): Row => ({
      ...of,
      call,
      expect: whenMeantFor(ok({ has: ['data.is_saved'], stores: true })),
      ask: aboutPhoto,
    })),
    {
      ...of,
      call: comments.addComment,
      expect: whenMeantFor(created({ has: ['data.id', 'data.content'], lacks: secretsOfAuthor, stores: true })),
      ask: ({ photo }) => ({ params: { id: photo.id }, json: { content: 'Beautiful.' } }),
    },
    {
      ...of,
      call: comments.addComment,
      about: { reply_to: 'the bystander’s comment' },
      expect: whenMeantFor(
        created({ has: ['data.id', 'data.thread_id', 'data.reply_to.user.username'], lacks: secretsOfAuthor, stores: true }),
      ),
      ask: ({ photo, comment }) => ({ params: { id: photo.id }, json: { content: 'To you.', reply_to: comment.id } }),
    },
    { ...of, call: comments.readComment, expect: when(ok({ has: ['data.content'], lacks: secretsOfAuthor })), ask: aboutComment },
    { ...of, call: comments.listReplies, expect: when(ok({ has: ['data', 'meta.next_cursor'] })), ask: aboutComment },
  ];
  return state.photo === 'never_existed' ? rows : [...rows, ...inLists(state)];
};

/** Lists that may contain the post, and the deletion of comments below it. */
const inLists = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  return [
    {
      ...of,
      call: feed.listPhotos,
      expect: (actor) => ok({ contains: mayFind(actor, state) }),
      ask: ({ photo }) => ({ item: photo.id, query: 'per_page=50' }),
    },
    {
      ...of,
      call: photos.listOwnPlaces,
      expect: (actor) => ok({ contains: isOwner(actor) && mayFind(actor, state) }),
      ask: ({ photoWords }) => ({ item: photoWords.location }),
    },
    {
      ...of,
      call: archive.listArchivedPosts,
      expect: (actor) => ok({ contains: state.photo === 'archived' && isOwner(actor) }),
      ask: ({ photo }) => ({ item: photo.id, query: 'per_page=50' }),
    },
    {
      ...of,
      call: archive.listScheduledPosts,
      expect: (actor) => ok({ contains: state.photo === 'scheduled' && isOwner(actor) }),
      ask: ({ photo }) => ({ item: photo.id }),
    },
    {
      ...of,
      call: feed.listSavedPosts,
      // A saved post is listed only while it is visible.
      expect: (actor) => ok({ contains: mayFind(actor, state) }),
      ask: async (world, actor) => {
        const member = memberOf(world, actor);
        if (member)
          await world.app.db.run('insert into saved_posts (member_id, photo_id) values ($1, $2) on conflict do nothing', [
            member.id,
            world.photo.id,
          ]);
        return { item: world.photo.id, query: 'per_page=50' };
      },
    },
    ...(['viewer', 'other_member'] as const).map((by): Row => ({
      ...of,
      call: comments.deleteComment,
      about: { comment_by: by },
      expect: (actor) => deleting(actor, state, by),
      ask: async (world, actor) => {
        const author = by === 'viewer' ? (memberOf(world, actor) ?? world.bystander) : world.bystander;
        return { params: { id: world.photo.id, commentId: await addComment(world.app, world.photo.id, author, 'To be deleted.') } };
      },
    })),
  ];
};

/** A comment exists only below its own post. */
const elsewhere: Row = {
  call: comments.deleteComment,
  about: { comment_by: 'other_member', below: 'another post' },
  actors: ['owner', 'non_follower', 'moderator'],
  expect: hidden,
  ask: async (world) => {
    const otherPhoto = await addTestPhoto(world.app, world.people.owner, { title: 'Another' });
    return {
      params: { id: world.photo.id, commentId: await addComment(world.app, otherPhoto.id, world.bystander, 'Below another post.') },
    };
  },
};

let image: Promise<Buffer> | undefined;

export const smallImage = (): Promise<Buffer> =>
  (image ??= sharp({ create: { width: 32, height: 24, channels: 3, background: '#b4532a' } })
    .png()
    .toBuffer());

export async function formWith(images: number, fields: Record<string, string> = { title: 'A cloth' }): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (let index = 0; index < images; index += 1)
    form.append(`images[${index}]`, new Blob([new Uint8Array(await smallImage())], { type: 'image/png' }), 'a.png');
  return form;
}

export const plans = { free: [null, null], paid: ['Premium', null], lapsed: ['Premium', new Date(0)] } as const;

const posts = (
  [
    ['free', 1],
    ['free', 2],
    ['free', 0],
    ['paid', 1],
    ['paid', 3],
    ['paid', 4],
    ['lapsed', 1],
    ['lapsed', 2],
  ] as const
).map(([plan, images]): Row => ({
  call: photos.createPhoto,
  about: { plan, images },
  actors: plan === 'paid' ? ['paid_member'] : except('paid_member'),
  expect: (actor) => posting(actor, images),
  ask: async (world, actor) => {
    const member = memberOf(world, actor);
    if (member)
      await world.app.db.pool.query('update members set plan_name = $2, plan_ends_at = $3 where id = $1', [member.id, ...plans[plan]]);
    return { form: await formWith(images) };
  },
}));

export const photoRows: Row[] = [...photoStates.flatMap(inState), elsewhere, ...posts];

/** The bystander is named in the post. */
async function placeBystander({ app, state, photo, bystander }: World): Promise<Ask> {
  if (state.photo !== 'never_existed')
    await app.db.run(`insert into people_shown (photo_id, member_id, state) values ($1, $2, 'accepted') on conflict do nothing`, [
      photo.id,
      bystander.id,
    ]);
  return { params: { id: photo.id, memberId: bystander.id }, json: { place: { image_id: photo.image_id, x: 0.25, y: 0.75 } } };
}

/** The owner asks to name the actor. */
async function askActor(world: World, actor: Actor): Promise<Ask> {
  const member = memberOf(world, actor);
  if (member && !isOwner(actor) && world.state.photo !== 'never_existed')
    await world.app.db.run(
      `insert into people_shown (photo_id, member_id) values ($1, $2) on conflict (photo_id, member_id) do update set state = 'asked'`,
      [world.photo.id, member.id],
    );
  return { params: { id: world.photo.id }, item: world.photo.id, json: { answer: 'accepted' } };
}

const byOwner = (actor: Actor, state: State, then: Expected = ok({ has: ['message'], stores: true })): Expected =>
  !mayOpen(actor, state) ? hidden() : isOwner(actor) ? then : refused('not_owner');

const peopleShownRowsIn = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  const named = isThere(state) && isForAll(state) ? created({ has: ['message'], stores: true }) : refused('validation');
  return [
    {
      ...of,
      call: people.namePerson,
      expect: (actor) => byOwner(actor, state, named),
      ask: ({ photo, bystander }) => ({ params: { id: photo.id }, json: { username: bystander.username } }),
    },
    {
      ...of,
      call: people.unnamePerson,
      expect: (actor) => byOwner(actor, state, ok({ has: ['message'] })),
      ask: ({ photo, bystander }) => ({ params: { id: photo.id, memberId: bystander.id } }),
    },
    {
      ...of,
      call: people.placePerson,
      expect: (actor) =>
        byOwner(actor, state, isThere(state) && isForAll(state) ? ok({ has: ['message'], stores: true }) : refused('validation')),
      ask: placeBystander,
    },
    {
      ...of,
      call: people.listNameRequests,
      expect: (actor) => ok({ has: ['meta.per_page'], contains: !isOwner(actor) && mayJoin(actor, state) }),
      ask: askActor,
    },
    {
      ...of,
      call: people.answerNameRequest,
      expect: (actor) => (!isOwner(actor) && mayJoin(actor, state) ? ok({ has: ['message'], stores: true }) : hidden()),
      ask: askActor,
    },
  ];
};

export const peopleShownRows: Row[] = photoStates.flatMap(peopleShownRowsIn);

/** The owner's image is the only one that waits for a description. */
async function waiting({ app, photo }: World): Promise<Ask> {
  await app.db.run(`update photo_images set alt = case when photo_id = $1 then '' else 'Dancers' end where alt = '' or photo_id = $1`, [
    photo.id,
  ]);
  await app.db.run('delete from alt_proposals where image_id = $1', [photo.image_id]);
  return { params: { id: photo.id }, item: photo.image_id, json: { image_id: photo.image_id, text: 'A stall' } };
}

/** A bystander has proposed a description. */
async function proposed(world: World): Promise<Ask> {
  const { json } = await waiting(world);
  const proposalId = newId();
  await world.app.db.run(
    `insert into alt_proposals (id, image_id, member_id, text) select $1, id, $3, 'A stall' from images where id = $2`,
    [proposalId, world.photo.image_id, world.bystander.id],
  );
  return { params: { id: world.photo.id, proposalId }, json };
}

const descriptionRowsIn = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  return [
    {
      ...of,
      call: descriptions.listUndescribed,
      expect: (actor) => ok({ has: ['meta.per_page'], contains: !isOwner(actor) && mayFind(actor, state) }),
      ask: async (world) => ({ ...(await waiting(world)), json: undefined, params: {} }),
    },
    {
      ...of,
      call: descriptions.proposeAlt,
      expect: (actor) =>
        !mayJoin(actor, state) ? hidden() : isOwner(actor) ? refused('own_content') : created({ has: ['message'], stores: true }),
      ask: waiting,
    },
    { ...of, call: descriptions.acceptAlt, expect: (actor) => byOwner(actor, state), ask: proposed },
    {
      ...of,
      call: descriptions.declineAlt,
      expect: (actor) => byOwner(actor, state),
      ask: async (world) => ({ ...(await proposed(world)), json: undefined }),
    },
  ];
};

export const descriptionRows: Row[] = photoStates.flatMap(descriptionRowsIn);

async function askAbout(world: World): Promise<Ask> {
  if (world.state.photo !== 'never_existed') await addTestCritique(world.app, world.photo);
  return { params: { id: world.photo.id }, item: world.photo.id };
}

/** A thread of critique by the bystander. */
async function askAboutThread(world: World): Promise<Ask> {
  await askAbout(world);
  const id = newId();
  await world.app.db.run(
    `insert into comments (id, photo_id, member_id, content, is_critique) values ($1, $2, $3, 'Wait for the light', true)`,
    [id, world.photo.id, world.bystander.id],
  );
  return { params: { id }, json: { is_helpful: true } };
}

const critiqueRowsIn = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  return [
    {
      ...of,
      call: critique.saveCritique,
      expect: (actor) => byOwner(actor, state),
      ask: ({ photo }) => ({ params: { id: photo.id }, json: { category: 'light', question: 'Too dark?' } }),
    },
    {
      ...of,
      call: critique.readCritique,
      expect: (actor) => (mayOpen(actor, state) ? ok({ has: ['data.question'] }) : hidden()),
      ask: askAbout,
    },
    {
      ...of,
      call: critique.listCritiques,
      expect: (actor) => ok({ has: ['meta.per_page'], contains: !isOwner(actor) && isThere(state) && mayFind(actor, state) }),
      ask: askAbout,
    },
    { ...of, call: critique.markHelpful, expect: (actor) => byOwner(actor, state), ask: askAboutThread },
  ];
};

export const critiqueRows: Row[] = photoStates.filter(({ photo }) => photo !== 'never_existed').flatMap(critiqueRowsIn);
