import type { ProfileViewpoint } from '@mbari/contract/people/profiles';
import type { Context } from '../../platform/context.ts';
import { viewerWithoutBlocks, type Viewer } from '../../platform/http/viewer.ts';
import { notFound } from '../../platform/refusal.ts';
import { findProfile, type ProfileRow } from './queries.ts';

export interface ProfileView {
  profile: ProfileRow;
  /** Null: a visitor. */
  viewer: Viewer | null;
  /** Posts are selected as for this member; null: a visitor. */
  listViewerId: string | null;
  /** The owner sees the profile as a follower: without posts for the owner alone. */
  asFollower: boolean;
}

/** Finds a profile. `as` shows its owner what others see, and is ignored for other viewers. */
export async function findProfileView(
  { db }: Context,
  viewer: Viewer | null,
  { username, as }: { username: string; as?: ProfileViewpoint | undefined },
): Promise<ProfileView> {
  const name = username.trim().toLowerCase();
  // Other characters cannot be in a username, and PostgreSQL does not accept all of them.
  if (!/^[a-z0-9_.]+$/.test(name)) throw notFound('profileNotFound');
  const profileForViewer = await requireProfile(viewer);
  if (!profileForViewer.is_owner || as === undefined)
    return { profile: profileForViewer, viewer, listViewerId: viewer?.id ?? null, asFollower: false };

  const simulatedViewer = as === 'visitor' ? null : viewerWithoutBlocks;
  const profile = await requireProfile(simulatedViewer);
  if (as !== 'follower') return { profile, viewer: simulatedViewer, listViewerId: simulatedViewer?.id ?? null, asFollower: false };
  // The simulated follower has no follow row, so posts are selected as the owner's.
  return {
    profile: {
      ...profile,
      is_following: true,
      posts_count: profileForViewer.follower_photos_count,
      has_series: profileForViewer.has_series,
    },
    viewer: simulatedViewer,
    listViewerId: profileForViewer.author_id,
    asFollower: true,
  };

  async function requireProfile(asViewer: Viewer | null): Promise<ProfileRow> {
    const row = await findProfile(db, asViewer?.id ?? null, name);
    if (!row) throw notFound('profileNotFound');
    return row;
  }
}
