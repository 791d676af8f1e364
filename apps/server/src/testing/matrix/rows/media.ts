import { mediaUrl } from '../../../platform/images/urls.ts';
import { addTestSession, type TestApp } from '../../app.ts';
import { setMember, setPhotoGone } from '../../posts.ts';
import type { Row } from '../driver.ts';
import { hidden, isForAll, ok, type State } from '../rules.ts';
import type { World } from '../world.ts';
import { formWith } from './photos.ts';

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
