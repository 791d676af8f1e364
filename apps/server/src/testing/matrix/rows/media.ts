import * as archive from '@mbari/contract/photos/archive';
import * as calls from '@mbari/contract/photos/imports';
import type { ImportState } from '@mbari/contract/photos/imports';
import * as photos from '@mbari/contract/photos/posts';
import type { Endpoint } from '@mbari/contract/platform/endpoint';
import { newId } from '../../../platform/ids.ts';
import { mediaUrl } from '../../../platform/images/urls.ts';
import { addTestSession, type TestApp } from '../../app.ts';
import { formOf } from '../../http-client.ts';
import { addImportRow } from '../../imports.ts';
import { addTestPhoto, setMember, setPhotoGone } from '../../posts.ts';
import { type Actor, actors, except } from '../actors.ts';
import type { Ask, Row } from '../driver.ts';
import {
  canBeAsked,
  created,
  type Expected,
  hidden,
  isForAll,
  isOwner,
  isStaff,
  mayOpen,
  ok,
  posting,
  refused,
  type State,
} from '../rules.ts';
import { addAnotherPost, memberOf, type World } from '../world.ts';
import { formWith, photoStates, plans } from './photos.ts';

/** Outside the contract, because browsers request images by address alone. */
const media = { name: 'media', method: 'GET', path: '/media/{id}/{variant}', access: 'open' } as const;

interface PostedImage {
  photo: string;
  image: string;
  variant: string;
}

const posted = new WeakMap<World, Promise<PostedImage>>();
const postedImage = (world: World): Promise<PostedImage> => {
  const cached = posted.get(world) ?? post(world);
  posted.set(world, cached);
  return cached;
};

/** Adds a post of the owner, with files in the store. */
async function post(world: World): Promise<PostedImage> {
  const { token } = await addTestSession(world.app, world.people.owner.id);
  const { json, text } = await world.app.call('POST', '/photos', { token, form: await formWith(1) });
  const [, image, variant] = /\/media\/([\w-]+)\/([\w.]+)/.exec(json?.data?.images?.[0]?.image_path ?? '') ?? [];
  if (!image || !variant) throw new Error(`The post of the matrix was refused: ${text}`);
  return { photo: json.data.id, image, variant };
}

const signedUrl = ({ context }: TestApp, image: string, variant: string, now = new Date()): string => {
  const [width, format] = variant.split('.');
  return mediaUrl(context, { id: image }, Number(width), format as 'webp', { isPublic: false, now });
};

const long = 3 * 60 * 60 * 1000;
const bare = (url: string): string => url.replace(/\?.*/, '');
const swapSignature = (url: string, otherUrl: string): string => url.replace(/sig=.*/, /sig=.*/.exec(otherUrl)?.[0] ?? '');

const addresses: Record<string, (world: World, postedImage: PostedImage) => Promise<string> | string> = {
  absent: ({ app }, { image, variant }) => bare(signedUrl(app, image, variant)),
  valid: ({ app }, { image, variant }) => signedUrl(app, image, variant),
  expired: ({ app }, { image, variant }) => signedUrl(app, image, variant, new Date(Date.now() - long)),
  tampered: ({ app }, { image, variant }) => signedUrl(app, image, variant).replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
  later_expiry: ({ app }, { image, variant }) =>
    signedUrl(app, image, variant).replace(/exp=(\d+)/, (_, seconds) => `exp=${Number(seconds) + 86_400}`),
  of_other_image: async (world, { image, variant }) =>
    swapSignature(signedUrl(world.app, image, variant), signedUrl(world.app, (await post(world)).image, variant)),
  of_other_variant: ({ app }, { image, variant }) =>
    swapSignature(signedUrl(app, image, variant), signedUrl(app, image, variant.replace(/\d+/, '640'))),
};

const states: State[] = [
  { profile: 'public', posts: 'public', photo: 'ready' },
  { profile: 'public', posts: 'followers', photo: 'ready' },
  { profile: 'private', posts: 'public', photo: 'ready' },
];

const bySignature = states.flatMap((state) =>
  Object.entries(addresses).map(([sig, address]): Row => ({
    call: media,
    state,
    about: { sig },
    expect: () => (isForAll(state) || sig === 'valid' ? ok() : hidden()),
    ask: async (world) => ({ path: `${world.app.url}${await address(world, await postedImage(world))}` }),
  })),
);

/** Changes of a post or its owner after the server issued the image's address. */
const fates: Record<string, (world: World, postedImage: PostedImage) => Promise<unknown>> = {
  deleted_photo_valid_sig: ({ app }, { photo }) => setPhotoGone(app, { id: photo }, 'deleted_at'),
  removed_photo_valid_sig: ({ app }, { photo }) => setPhotoGone(app, { id: photo }, 'removed_at'),
  owner_suspended_valid_sig: ({ app, people }) => setMember(app, people.owner, { suspended_at: new Date() }),
  owner_went_private_old_public_url: ({ app, people }) => setMember(app, people.owner, { profile_visibility: 'private' }),
};

const afterwards = Object.entries(fates).map(([label, fate]): Row => ({
  call: media,
  about: { case: label },
  actors: ['visitor'],
  expect: hidden,
  ask: async (world) => {
    await setMember(world.app, world.people.owner, { suspended_at: null, profile_visibility: 'public' });
    const image = await post(world);
    await fate(world, image);
    const url = signedUrl(world.app, image.image, image.variant);
    return { path: `${world.app.url}${label === 'owner_went_private_old_public_url' ? bare(url) : url}` };
  },
}));

const variants = ['original', '320', '320.svg', '0.webp', '..%2f..%2fsecrets%2fsigning-key', '%2e%2e'].map((variant): Row => ({
  call: media,
  about: { variant },
  actors: ['visitor'],
  expect: hidden,
  ask: async (world) => ({ path: `${world.app.url}/media/${(await postedImage(world)).image}/${variant}` }),
}));

export const mediaRows: Row[] = [...bySignature, ...variants, ...afterwards];

const changed = ok({
  has: ['data.id', 'data.title', 'data.images.0.image_path'],
  lacks: ['data.user.email', 'data.user.phone'],
  stores: true,
});
const done = ok({ has: ['message'], stores: true });

const byOwner = (then: Expected, actor: Actor, state: State): Expected => {
  if (!mayOpen(actor, state)) return hidden();
  return isOwner(actor) ? then : refused('not_owner');
};
const deletingIn = (actor: Actor, state: State): Expected => {
  if (!mayOpen(actor, state)) return hidden();
  return isOwner(actor) || isStaff(actor) ? done : refused('not_owner');
};

/** A post is stored only when its images are ready, so there is no intermediate state to test. */
const inState = (state: State): Row[] => {
  const of = { state, actors: actors.filter((actor) => canBeAsked(actor, state)) };
  return [
    {
      ...of,
      call: photos.updatePhoto,
      expect: (actor) => byOwner(changed, actor, state),
      // Keeps the title, because other cases search for it.
      ask: async ({ photo, photoWords }) => ({ params: { id: photo.id }, form: await formWith(0, { title: photoWords.title }) }),
    },
    ...[archive.unarchivePhoto, archive.archivePhoto].map((call): Row => ({
      ...of,
      call,
      expect: (actor) => byOwner(done, actor, state),
      // Keeps the world's post, which other cases look for.
      ask: async (world, actor) => ({ params: { id: (isOwner(actor) ? await addAnotherPost(world) : world.photo).id } }),
    })),
    {
      ...of,
      call: archive.schedulePhoto,
      expect: (actor) => byOwner(state.photo === 'scheduled' ? done : refused('conflict'), actor, state),
      ask: async (world, actor) => ({
        params: { id: (isOwner(actor) ? await addAnotherPost(world) : world.photo).id },
        json: { publish_at: null },
      }),
    },
    {
      ...of,
      call: photos.deletePhoto,
      expect: deletingIn,
      // Each actor deletes another post of the same owner, so that later actors find theirs.
      ask: async (world, actor) => ({
        params: { id: (deletingIn(actor, state).status === 200 ? await addAnotherPost(world) : world.photo).id },
      }),
    },
  ];
};

const ownPost = async (world: World, actor: Actor): Promise<{ id: string }> => {
  const member = memberOf(world, actor);
  return member ? addTestPhoto(world.app, member) : world.photo;
};

const limits = (
  [
    ['free', 1],
    ['free', 2],
    ['paid', 3],
    ['paid', 4],
    ['lapsed', 1],
    ['lapsed', 3],
  ] as const
).map(([plan, images]): Row => ({
  call: photos.updatePhoto,
  about: { own: 'yes', plan, images },
  actors: plan === 'paid' ? ['paid_member'] : except('paid_member'),
  expect: (actor) => (posting(actor, images).status < 400 ? changed : posting(actor, images)),
  ask: async (world, actor) => {
    const member = memberOf(world, actor);
    if (member)
      await world.app.db.pool.query('update members set plan_name = $2, plan_ends_at = $3 where id = $1', [member.id, ...plans[plan]]);
    return { params: { id: (await ownPost(world, actor)).id }, form: await formWith(images) };
  },
}));

const ownRow: Row = {
  call: photos.deletePhoto,
  about: { own: 'yes' },
  expect: () => done,
  ask: async (world, actor) => ({ params: { id: (await ownPost(world, actor)).id } }),
};

const ownScheduledRow: Row = {
  call: archive.schedulePhoto,
  about: { own: 'yes' },
  expect: () => done,
  ask: async (world, actor) => {
    const member = memberOf(world, actor);
    const post = member && (await addTestPhoto(world.app, member, { publish_at: new Date(Date.now() + 3_600_000) }));
    return { params: { id: (post ?? world.photo).id }, json: { publish_at: null } };
  },
};

export const editingRows: Row[] = [...photoStates.flatMap(inState), ...limits, ownRow, ownScheduledRow];

/** Rows of a call about an import of the owner in this state. For everybody else it does not exist. */
const about = (
  call: Endpoint,
  state: ImportState,
  more: Omit<Ask, 'params'> & { params?: Record<string, string> } = {},
  then: Expected = ok({ has: ['data.id'], stores: true }),
): Row[] => {
  const ask = (id: string): Ask => ({ ...more, params: { id, ...more.params } });
  return [
    {
      call,
      about: { import: state },
      expect: (actor) => (isOwner(actor) ? then : hidden()),
      ask: async ({ app, people }: World) => ask(await addImportRow(app, people.owner, state)),
    },
    { call, about: { import: 'missing' }, expect: hidden, ask: () => ask(newId()) },
  ];
};

export const importRows: Row[] = [
  {
    call: calls.listImports,
    expect: (actor) => ok({ contains: isOwner(actor) }),
    ask: async ({ app, people }) => ({ item: await addImportRow(app, people.owner, 'choosing') }),
  },
  {
    call: calls.createImport,
    expect: () => created({ has: ['data.id'], stores: true }),
    ask: async ({ app }) => {
      await app.db.run('delete from photo_imports');
      return { json: { source: 'instagram', files: [{ name: 'a.zip', bytes: 4 }] } };
    },
  },
  ...about(calls.sendImportPart, 'receiving', { params: { position: '0' }, form: formOf({ offset: '0', part: Buffer.from('PK..') }) }),
  ...about(calls.listImportItems, 'choosing', {}, ok({ has: ['data.0.title'] })),
  ...about(calls.chooseImportItems, 'choosing', { json: { is_chosen: false } }),
  ...about(calls.startImport, 'choosing', { json: {} }),
  ...about(calls.pauseImport, 'importing'),
  ...about(calls.resumeImport, 'paused'),
  ...about(calls.cancelImport, 'choosing', {}, ok({ has: ['message'], stores: true })),
  ...about(calls.undoImport, 'done'),
];
