import type { ProfileViewpoint } from '@mbari/contract/shapes/profiles';
import type { Context } from '../../platform/context.ts';
import { anybody, type Viewer } from '../../platform/http/viewer.ts';
import { notFound } from '../../platform/refusal.ts';
import { findProfile, type ProfileRow } from './queries.ts';

/** A profile, and through whose eyes it is looked at. */
export interface ProfileView {
  profile: ProfileRow;
  /** Null where nobody is signed in. */
  viewer: Viewer | null;
  /** Who can list the posts that are shown, where any are. */
  listsAs: string | null;
}

/** The owner may ask for what somebody else would see. Where anybody else asks for that, it is ignored. */
export async function findProfileView(
  { db }: Context,
  viewer: Viewer | null,
  { username, as }: { username: string; as?: ProfileViewpoint | undefined },
): Promise<ProfileView> {
  const name = username.trim().toLowerCase();
  // No name has other characters, and no database takes all of them.
  if (!/^[a-z0-9_.]+$/.test(name)) throw notFound('profileNotFound');
  const own = await requireProfile(viewer);
  if (!own.is_owner || as === undefined) return { profile: own, viewer, listsAs: viewer?.id ?? null };

  const onlooker = as === 'visitor' ? null : anybody;
  const profile = await requireProfile(onlooker);
  if (as !== 'follower') return { profile, viewer: onlooker, listsAs: onlooker?.id ?? null };
  // There is no row that says that they follow: their posts are those that the owner lists.
  return { profile: { ...profile, is_following: true, has_posts: true }, viewer: onlooker, listsAs: own.author_id };

  async function requireProfile(by: Viewer | null): Promise<ProfileRow> {
    const row = await findProfile(db, by?.id ?? null, name);
    if (!row) throw notFound('profileNotFound');
    return row;
  }
}
