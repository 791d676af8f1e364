import type { MemberCard } from '@mbari/contract/people/directory';
import type { Author } from '@mbari/contract/people/members';
import { listRelations, type Relation, requireUsername } from '../people/member-cards.ts';
import { findProfileView } from '../people/profiles/find-profile-view.ts';
import { listGallery } from '../people/profiles/list-profile-photos.ts';
import { readProfile } from '../people/profiles/read-profile.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { notFound } from '../platform/refusal.ts';
import type { Fields } from './fields.ts';
import { decimalOf, idOf, pageOfIds } from './paging.ts';
import { viewAccount, viewProfileAccount } from './view-account.ts';

export const readAccount = async (context: Context, viewer: Viewer, decimal: string): Promise<object> =>
  lookUpAccount(context, viewer, await requireUsername(context, viewer, idOf(decimal)));

export const lookUpAccount = async (context: Context, viewer: Viewer, username: string): Promise<object> =>
  viewProfileAccount(context, await readProfile(context, viewer, { username }));

/** Returns the username of a handle, with or without our host. Null for a handle of another server. */
export function usernameOf({ config }: Pick<Context, 'config'>, handle: string): string | null {
  const [name = '', host] = handle.replace(/^@/, '').split('@', 2);
  return host === undefined || host.toLowerCase() === config.publicUrl.host ? name : null;
}

/** Lists the ids of a member's posts. Apps also ask for pinned posts, replies and boosts, of which there are none. */
export async function listPostsOf(context: Context, viewer: Viewer, decimal: string, query: Fields): Promise<readonly string[]> {
  if (query.isTrue('pinned')) return [];
  const view = await findProfileView(context, viewer, { username: await requireUsername(context, viewer, idOf(decimal)) });
  if (!view.profile.is_open || view.profile.posts_count === 0) return [];
  return pageOfIds(query, async (paging) => (await listGallery(context, view, paging)).ids);
}

export const listRelationships = async (context: Context, viewer: Viewer, decimals: readonly string[]): Promise<object[]> =>
  (await listRelations(context, viewer, decimals.slice(0, 80).map(idOf))).map(viewRelation);

/** Throws `not_found` for a member hidden from the viewer. */
export async function readRelationship(context: Context, viewer: Viewer, decimal: string): Promise<object> {
  const [relationship] = await listRelationships(context, viewer, [decimal]);
  if (!relationship) throw notFound('profileNotFound');
  return relationship;
}

const viewRelation = ({ id, is_following, follows_viewer, is_blocked, is_muted }: Relation): object => ({
  id: decimalOf(id),
  following: is_following,
  followed_by: follows_viewer,
  blocking: is_blocked,
  // The API hides that a member is blocked, so this is always false.
  blocked_by: false,
  muting: is_muted,
  muting_notifications: is_muted,
  showing_reblogs: false,
  notifying: false,
  languages: null,
  requested: false,
  requested_by: false,
  domain_blocking: false,
  endorsed: false,
  note: '',
});

export const viewAccounts = (context: Context, members: readonly (Author | Omit<MemberCard, 'photos'>)[]): object[] =>
  members.map((member) =>
    viewAccount(context, {
      ...member,
      ...('followers_count' in member && { counts: { posts: 0, followers: member.followers_count, following: 0 } }),
    }),
  );
