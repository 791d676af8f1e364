import { randomBytes } from 'node:crypto';
import { newId } from '../../platform/ids.ts';
import { addTestMember, addTestSession, type TestApp, type TestMember } from '../app.ts';
import { addTestPhoto, setMember, setPhotoGone } from '../posts.ts';
import { columnsOf, members, type Actor, type MemberActor } from './actors.ts';
import type { PrivateField, State } from './rules.ts';

/** One community for one state: every actor, the owner's post in that state, and words that only some may read. */
export interface World {
  app: TestApp;
  state: State;
  people: Record<MemberActor, TestMember>;
  /** Member without relations to the actors, who comments below the owner's post. */
  bystander: TestMember;
  photo: { id: string; image_id: string };
  comment: { id: string };
  /** Canary values of a member's account and profile. Gender and country have none. */
  privateWords: Map<Actor | 'bystander', Record<WordField, string>>;
  /** Words that only the post shows. */
  photoWords: Record<(typeof photoWordNames)[number], string>;
}

/** Texts of the post; `said` is the comment below it. */
const photoWordNames = ['title', 'description', 'location', 'camera', 'said'] as const;

type WordField = Exclude<PrivateField, 'gender' | 'country'>;

let worlds = 0;
let births = 0;

/** No two members are born on the same day. */
const nextBirthday = (): string => new Date(Date.UTC(1930, 0, 1 + births++)).toISOString().slice(0, 10);

export async function makeWorld(app: TestApp, state: State): Promise<World> {
  worlds += 1;
  const privateWords: World['privateWords'] = new Map();
  const add = async (name: MemberActor | 'bystander'): Promise<TestMember> => {
    const mark = `canary${worlds}${name.replaceAll('_', '')}`;
    const words = {
      email: `${mark}mail@example.test`,
      phone: `+${mark}phone`,
      occupation: `${mark}work`,
      bio: `${mark}bio`,
      date_of_birth: nextBirthday(),
    };
    privateWords.set(name, { ...words, links: `${mark}links` });
    return addTestMember(app, {
      ...words,
      name: `Name of ${name}`,
      country: 'NG',
      social_links: JSON.stringify({ github: `https://${mark}links.example` }),
      ...(name === 'bystander' ? {} : columnsOf[name]),
    });
  };
  const people = {} as Record<MemberActor, TestMember>;
  for (const name of members) people[name] = await add(name);
  const bystander = await add('bystander');
  await relate(app, people);

  const { owner } = people;
  const photoWords = Object.fromEntries(photoWordNames.map((name) => [name, `canary${worlds}photo${name}`])) as World['photoWords'];
  const photo = await addTestPhoto(app, owner, {
    title: photoWords.title,
    description: photoWords.description,
    location_name: photoWords.location,
    audience: state.audience,
  });
  await app.db.run('update photo_images set camera = $2 where photo_id = $1', [photo.id, JSON.stringify({ camera: photoWords.camera })]);
  const comment = { id: await addComment(app, photo.id, bystander, photoWords.said) };
  await settle(app, state, owner, photo);
  if (state.photo === 'reported') await addReport(app, bystander, photo);
  if (state.photo === 'never_existed') photo.id = comment.id = newId();
  return { app, state, people, bystander, photo, comment, privateWords, photoWords };
}

async function relate(app: TestApp, people: Record<MemberActor, TestMember>): Promise<void> {
  const follow = (follower: TestMember, followed: TestMember): Promise<unknown> =>
    app.db.pool.query(
      `with added as (insert into follows (follower_id, followed_id) values ($1, $2) returning *),
            one as (update members set following_count = following_count + 1 where id = $1)
       update members set followers_count = followers_count + 1 where id = $2`,
      [follower.id, followed.id],
    );
  await follow(people.follower, people.owner);
  await follow(people.owner, people.followed_by_owner);
  await follow(people.ex_follower, people.owner);
  await app.db.pool.query(
    `with gone as (delete from follows where follower_id = $1), one as (update members set following_count = 0 where id = $1)
     update members set followers_count = followers_count - 1 where id = $2`,
    [people.ex_follower.id, people.owner.id],
  );
  await app.db.pool.query('insert into blocks (blocker_id, blocked_id) values ($1, $2), ($3, $1)', [
    people.owner.id,
    people.blocked.id,
    people.blocker.id,
  ]);
  await app.db.pool.query('insert into mutes (muter_id, muted_id) values ($1, $2)', [people.muter.id, people.owner.id]);
}

const visibilityFields = ['show_location', 'show_phone_number', 'show_email', 'show_birthday'];

async function settle(app: TestApp, state: State, owner: TestMember, photo: { id: string }): Promise<void> {
  await setMember(app, owner, {
    profile_visibility: state.profile,
    post_visibility: state.posts,
    contact_visibility: state.contact ?? 'everyone',
    ...(state.flags && Object.fromEntries(visibilityFields.map((flag) => [flag, state.flags === 'on']))),
  });
  if (state.photo === 'deleted') await setPhotoGone(app, photo, 'deleted_at');
  if (state.photo === 'removed_by_moderation') await setPhotoGone(app, photo, 'removed_at');
  if (state.photo === 'archived') await setPhotoGone(app, photo, 'archived_at');
  if (state.photo === 'scheduled') await setPhotoGone(app, photo, 'publish_at');
  if (state.photo === 'owner_suspended') await setMember(app, owner, { suspended_at: new Date() });
}

/** Adds another post of the owner in the state of the world, for calls that change the post. */
export async function addAnotherPost({ app, state, people, bystander, photo }: World): Promise<{ id: string }> {
  if (state.photo === 'never_existed') return photo;
  const another = await addTestPhoto(app, people.owner, { audience: state.audience });
  if (state.photo === 'deleted') await setPhotoGone(app, another, 'deleted_at');
  if (state.photo === 'removed_by_moderation') await setPhotoGone(app, another, 'removed_at');
  if (state.photo === 'archived') await setPhotoGone(app, another, 'archived_at');
  if (state.photo === 'scheduled') await setPhotoGone(app, another, 'publish_at');
  if (state.photo === 'reported') await addReport(app, bystander, another);
  return another;
}

export const addReport = (app: TestApp, reporter: TestMember, photo: { id: string }): Promise<unknown> =>
  app.db.pool.query(`insert into reports (id, reporter_id, photo_id, reason) values ($1, $2, $3, 'spam')`, [
    newId(),
    reporter.id,
    photo.id,
  ]);

export const addForumPostReport = (app: TestApp, reporter: TestMember, post: { id: string }): Promise<unknown> =>
  app.db.pool.query(`insert into reports (id, reporter_id, forum_post_id, reason) values ($1, $2, $3, 'spam')`, [
    newId(),
    reporter.id,
    post.id,
  ]);

export async function addComment(app: TestApp, photoId: string, author: TestMember, content: string): Promise<string> {
  const id = newId();
  await app.db.pool.query(
    `with added as (insert into comments (id, photo_id, member_id, content) values ($1, $2, $3, $4))
     update photos set comments_count = comments_count + 1 where id = $2`,
    [id, photoId, author.id, content],
  );
  return id;
}

async function addReply(app: TestApp, commentId: string, author: TestMember, content: string): Promise<string> {
  const id = newId();
  await app.db.pool.query(
    `with added as (
            insert into comments (id, photo_id, member_id, content, thread_id, reply_to_id)
            select $1, c.photo_id, $3, $4, c.id, c.id from comments c where c.id = $2 returning photo_id),
          answered as (update comments set replies_count = replies_count + 1 where id = $2)
     update photos p set comments_count = p.comments_count + 1 from added where p.id = added.photo_id`,
    [id, commentId, author.id, content],
  );
  return id;
}

/** Every member replies to one comment, and starts a thread in which the next member replies. Returns all ids. */
export async function addThreads(
  app: TestApp,
  { commentId, photoId, talkers }: { commentId: string; photoId: string; talkers: readonly TestMember[] },
): Promise<string[]> {
  const ids: string[] = [];
  for (const [n, member] of talkers.entries()) {
    const began = await addComment(app, photoId, member, 'Mine next.');
    const next = talkers[(n + 1) % talkers.length]!;
    ids.push(await addReply(app, commentId, member, 'Indeed.'), began, await addReply(app, began, next, 'Then mine.'));
  }
  return ids;
}

/** Adds a notification of a follow, or about a post if `photoId` is given. */
export async function addNotification(
  app: TestApp,
  to: { id: string },
  from: { id: string },
  photoId: string | null = null,
): Promise<string> {
  const id = newId();
  await app.db.pool.query('insert into notifications (id, member_id, type, actor_id, photo_id) values ($1, $2, $3, $4, $5)', [
    id,
    to.id,
    photoId === null ? 'follow' : 'other',
    from.id,
    photoId,
  ]);
  return id;
}

export const memberOf = (world: World, actor: Actor): TestMember | undefined => world.people[actor as MemberActor];

const cachedTokens = new WeakMap<World, Map<Actor, Promise<string | undefined>>>();

/** Returns a session that is reused until a request may have ended it. */
export function cachedTokenFor(world: World, actor: Actor): Promise<string | undefined> {
  const tokens = cachedTokens.get(world) ?? new Map<Actor, Promise<string | undefined>>();
  cachedTokens.set(world, tokens);
  const token = tokens.get(actor) ?? tokenFor(world, actor);
  tokens.set(actor, token);
  return token;
}

export const forgetKeptToken = (world: World, actor: Actor): unknown => cachedTokens.get(world)?.delete(actor);

/** Returns a new bearer token for one request, because the request may end its session. */
export async function tokenFor(
  world: World,
  actor: Actor,
  variant: 'garbage' | 'expired' | 'revoked' = 'garbage',
): Promise<string | undefined> {
  if (actor === 'visitor') return undefined;
  if (actor !== 'invalid_token') return (await addTestSession(world.app, memberOf(world, actor)!.id)).token;
  const { token, session_id } = await addTestSession(world.app, world.people.non_follower.id);
  if (variant === 'garbage') return randomBytes(32).toString('base64url');
  const end =
    variant === 'expired'
      ? `update session_tokens set expires_at = now() - interval '1 second' where session_id = $1`
      : 'delete from sessions where id = $1';
  await world.app.db.pool.query(end, [session_id]);
  return token;
}
