import { type Access, type RefusalCode, refusalStatus } from '@mbari/contract/platform/endpoint';
import type { Actor } from './actors.ts';

/** The product rules, written a second time without product code. Both must agree for every actor in every state. */
export interface State {
  profile: 'public' | 'private';
  posts: 'public' | 'followers';
  /** The post's own audience; default: none. */
  audience?: 'public' | 'followers' | 'me';
  photo: 'ready' | 'archived' | 'scheduled' | 'deleted' | 'removed_by_moderation' | 'owner_suspended' | 'reported' | 'never_existed';
  /** Audience of the owner's contact fields; default: everyone. */
  contact?: 'everyone' | 'registered' | 'followers' | 'private';
  /** Four switches that each show one field; default: those of a new member. */
  flags?: 'on' | 'off';
}

export const publicState: State = { profile: 'public', posts: 'public', photo: 'ready' };

export interface Expected {
  status: number;
  code?: RefusalCode;
  /** Dotted paths that the response must or must not contain (null counts as absent). */
  has?: string[];
  lacks?: string[];
  /** The list contains the subject. */
  contains?: boolean;
  location?: string;
  /** A success may change stored data. A refusal never may. */
  stores?: boolean;
}

export const ok = (more: Partial<Expected> = {}): Expected => ({ status: 200, ...more });
export const created = (more: Partial<Expected> = {}): Expected => ({ status: 201, ...more });
export const refused = (code: RefusalCode): Expected => ({ status: refusalStatus[code], code });
export const hidden = (): Expected => refused('not_found');

export const adminsOnly =
  (then: Expected) =>
  (actor: Actor): Expected =>
    actor === 'admin' ? then : refused('admin_only');

/** Refusals implied by access levels up to `onboarded`. Rows state role requirements themselves, so that a wrong level in the contract fails. */
export function gate(actor: Actor, access: Access): Expected | null {
  if (access === 'open') return null;
  if (access === 'optional') return actor === 'invalid_token' || actor === 'suspended' ? refused('unauthenticated') : null;
  if (actor === 'visitor' || actor === 'invalid_token' || actor === 'suspended') return refused('unauthenticated');
  if (access === 'session') return null;
  if (actor === 'unverified') return refused('email_unverified');
  if (access === 'verified') return null;
  return actor === 'verified_no_onboarding' ? refused('onboarding_required') : null;
}

export const isStaff = (actor: Actor): boolean => actor === 'moderator' || actor === 'admin';
export const isOwner = (actor: Actor): boolean => actor === 'owner';
const isPaid = (actor: Actor): boolean => actor === 'paid_member';

/** A block hides both members from each other. */
export const isBlockedEitherWay = (actor: Actor): boolean => actor === 'blocked' || actor === 'blocker';

export const isThere = ({ photo }: State): boolean => photo === 'ready' || photo === 'reported';
export const isForAll = ({ profile, posts, audience = posts }: State): boolean => profile === 'public' && audience === 'public';

/** Returns whether the post reaches the actor, who may then like and comment. */
export const mayJoin = (actor: Actor, state: State): boolean =>
  isThere(state) &&
  (isOwner(actor) || (!isBlockedEitherWay(actor) && (isForAll(state) || (actor === 'follower' && state.audience !== 'me'))));

/** Returns whether the actor may open the post and read its comments. Organisers may open any reported post, authors their archived and scheduled ones. */
export const mayOpen = (actor: Actor, state: State): boolean =>
  mayJoin(actor, state) ||
  (state.photo === 'reported' && isStaff(actor)) ||
  ((state.photo === 'archived' || state.photo === 'scheduled') && isOwner(actor));

/** Lists leave out posts of muted members and posts visible only while reported. */
export const mayFind = (actor: Actor, state: State): boolean => mayJoin(actor, state) && actor !== 'muter';

/** Excludes the owner where they have no session (`owner_suspended`) or no post (`never_existed`). */
export const canBeAsked = (actor: Actor, { photo }: State): boolean =>
  !(actor === 'owner' && (photo === 'owner_suspended' || photo === 'never_existed'));

export const open = (actor: Actor, state: State, then: Expected): Expected => (mayOpen(actor, state) ? then : hidden());
export const join = (actor: Actor, state: State, then: Expected): Expected => (mayJoin(actor, state) ? then : hidden());

export const privateFields = ['bio', 'links', 'occupation', 'gender', 'country', 'phone', 'email', 'date_of_birth'] as const;
export type PrivateField = (typeof privateFields)[number];

/** Returns the private fields that the owner's profile shows to this actor. A private profile shows none. */
export function readableOf(actor: Actor, { profile, contact = 'everyone', flags }: State): PrivateField[] {
  if (isOwner(actor)) return [...privateFields];
  if (profile === 'private' || isBlockedEitherWay(actor)) return [];
  const isMember = actor !== 'visitor' && actor !== 'unverified';
  if (contact === 'private' || (contact !== 'everyone' && !isMember)) return ['bio', 'links'];
  const visibleFields: PrivateField[] = ['bio', 'links', 'occupation', 'gender'];
  // By default a new member shows only the country.
  if (flags !== 'off') visibleFields.push('country');
  if (flags === 'on') visibleFields.push('phone', 'email', 'date_of_birth');
  return visibleFields;
}

/** Returns the private fields in another actor's profile with default settings. */
export function readableOfOther(actor: Actor, owner: Actor): PrivateField[] {
  if (actor === owner) return [...privateFields];
  if (owner === 'unverified' || owner === 'suspended' || (isOwner(actor) && isBlockedEitherWay(owner))) return [];
  return ['bio', 'links', 'occupation', 'gender', 'country'];
}

/** Members delete their own comments always; the post's owner and organisers delete visible ones. */
export function deleting(actor: Actor, state: State, writtenBy: 'viewer' | 'other_member'): Expected {
  if (writtenBy === 'viewer') return ok({ stores: true });
  if (!mayOpen(actor, state)) return hidden();
  return isOwner(actor) || isStaff(actor) ? ok({ stores: true }) : refused('not_author');
}

/** Returns the response to a post with this many images: at most one, or three on a paid plan. */
export function posting(actor: Actor, images: number): Expected {
  if (images === 0 || images > 3) return refused('validation');
  return images > 1 && !isPaid(actor) ? refused('upgrade_required') : created({ has: ['data.id', 'data.image_url'], stores: true });
}

const neverAnswered = [
  /\$argon2/,
  /\$2[aby]\$/,
  /password_hash/,
  /token_hash/,
  /refresh_hash/,
  /"reset_token"/,
  /"remember_token"/,
  /at [A-Za-z.]+ \(/,
  /SELECT .* FROM/i,
  /duplicate key value/,
  /node_modules/,
];

/** Returns the secrets and implementation details in an answer, except for the statements that the system page shows to admins. */
export const secretsIn = (call: string, text: string): string[] => {
  const read = call === 'readSystem' ? text.replaceAll(/"query":"(?:[^"\\]|\\.)*"/g, '') : text;
  return neverAnswered.filter((secret) => secret.test(read)).map(String);
};
