import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../platform/context.ts';
import { knownFor } from '../../platform/db/at-snapshot.ts';
import { ownPiece, ownText } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentSharedPhotos } from '../posts/present-photos.ts';
import { type OwnMarks, viewMarks, viewPhotoAs, viewPhotoOnly } from '../posts/views.ts';
import { type Checked, type ReadyPost, readyPost, readyPostsOf } from './ready-posts.ts';
import { type AskedChanges, type Changes, findChanges } from './ready-queries.ts';

/** Of those who ask: who they are, for which posts, and at which snapshot all of them were found. */
interface Askers extends Pick<AskedChanges, 'viewerIds' | 'pairs'> {
  snapshot: string | undefined;
}

const nobody: Askers = { snapshot: undefined, viewerIds: [], pairs: { ids: [], viewers: [], posts: [] } };

/**
 * Posts by their ids, without those that are gone, as the database has them now. One query tells what has changed of those that are kept, and what
 * viewers made of them; what changed is made anew. Posts that were the same at the snapshot at which the viewers were found are not asked about:
 * it was the newest after their requests had come.
 */
export async function readReady(
  context: Context,
  ids: readonly string[],
  { snapshot, ...asked }: Askers = nobody,
): Promise<{ posts: Map<string, ReadyPost>; changes: Changes }> {
  const kept = keptPosts(context, ids);
  const now = context.now().getTime();
  const isCertain = (post: ReadyPost | undefined): boolean =>
    snapshot !== undefined && post?.checked?.snapshot === snapshot && now < post.checked.until;
  const doubted = ids.filter((id) => !isCertain(kept.get(id)));
  const known = knownMembers(doubted.flatMap((id) => kept.get(id) ?? []));
  const memberIds = [...known.keys()];
  const changes = await findChanges(context.db, {
    posts: { ids: doubted, states: doubted.map((id) => kept.get(id)?.state ?? '') },
    members: { ids: memberIds, states: [...known.values()] },
    ...asked,
  });
  const posts = await readyNow(context, kept, doubted, {
    posts: byId(doubted, changes.posts),
    members: new Map([...known, ...byId(memberIds, changes.members)]),
  });
  const checked: Checked = { snapshot: changes.snapshot, until: now + knownFor };
  for (const id of doubted) {
    const post = posts.get(id);
    if (post) post.checked = checked;
  }
  return { posts, changes };
}

const byId = (ids: readonly string[], changed: Changes['posts']): [id: string, state: string | null][] =>
  (changed ?? []).map(({ n, state }) => [ids[n - 1]!, state]);

function keptPosts(context: Context, ids: Iterable<string>): Map<string, ReadyPost> {
  const { get } = readyPostsOf(context);
  const now = context.now().getTime();
  const kept = new Map<string, ReadyPost>();
  for (const id of ids) {
    const post = get(id);
    if (post && now < post.until) kept.set(id, post);
  }
  return kept;
}

/** The members named in posts, in a state in which one of the posts knows them. */
function knownMembers(posts: Iterable<ReadyPost>): Map<string, string> {
  const known = new Map<string, string>();
  for (const { members, memberStates } of posts) for (const [index, id] of members.entries()) known.set(id, memberStates[index]!);
  return known;
}

/** The posts as they are now: kept ones in which nothing has changed, and the others made anew. */
async function readyNow(
  context: Context,
  kept: Map<string, ReadyPost>,
  doubted: readonly string[],
  now: { posts: readonly [id: string, state: string | null][]; members: ReadonlyMap<string, string | null> },
): Promise<Map<string, ReadyPost>> {
  const { keep, drop, figures } = readyPostsOf(context);
  const stale = new Map<string, string>();
  for (const id of doubted) {
    const post = kept.get(id);
    if (post?.members.some((member, index) => now.members.get(member) !== post.memberStates[index])) stale.set(id, post.state);
  }
  for (const [id, state] of now.posts) {
    if (state === null) drop(id);
    else stale.set(id, state);
    kept.delete(id);
  }
  for (const id of stale.keys()) kept.delete(id);
  figures.reused += kept.size;
  const at = context.now().getTime();
  // Their states were read before what they are made of, so that none passes for newer than it is.
  for (const shared of await presentSharedPhotos(context, [...stale.keys()])) {
    const post = readyPost(shared, stale.get(shared.photo.id)!, at);
    kept.set(shared.photo.id, post);
    keep(shared.photo.id, post);
  }
  return kept;
}

/** For whoever neither likes nor saved it. */
export const unmarked = ownPiece({ likes: [], is_liked: false, is_saved: false });

/** The viewer may do more than others with the post, or is named in it. */
export const isPersonalTo = (viewer: Viewer, { members }: ReadyPost): boolean => viewer.role !== 'member' || members.includes(viewer.id);

/** The viewer's own marks before what all share; to those who may do more, or are named in it, it is shown with what they may. */
export function piecesFor(viewer: Viewer, post: ReadyPost, marks: OwnMarks): Buffer[] {
  return isPersonalTo(viewer, post) ? [personalPiece(viewer, post, marks)] : [marksPiece(viewer, marks), post.rest];
}

/** The whole post for a viewer to whom it is personal. */
export const personalPiece = (viewer: Viewer, post: ReadyPost, marks: OwnMarks): Buffer =>
  Buffer.from(JSON.stringify(photoFor(viewer, post, marks)));

/** What stands in the place of `unmarked` for who likes or saved the post. */
export const marksText = (viewer: Viewer, marks: OwnMarks): string => ownText(viewMarks(viewer, marks));

/** … as a profile shows it, with its category whole. */
export function piecesInProfile(viewer: Viewer, post: ReadyPost, marks: OwnMarks, category: object | null): Buffer[] {
  if (isPersonalTo(viewer, post)) return [Buffer.from(JSON.stringify({ ...photoFor(viewer, post, marks), category }))];
  return [marksPiece(viewer, marks), ownPiece({ category }).subarray(1), post.rest.subarray(post.behindCategory)];
}

const marksPiece = (viewer: Viewer, marks: OwnMarks): Buffer =>
  marks.isLiked || marks.isSaved ? ownPiece(viewMarks(viewer, marks)) : unmarked;

const photoOf = ({ rest }: ReadyPost): Photo => JSON.parse(`{"likes":[],"is_liked":false,"is_saved":false,${rest.toString()}`) as Photo;

const photoFor = (viewer: Viewer, post: ReadyPost, marks: OwnMarks): Photo => viewPhotoAs(viewer, photoOf(post), marks);

/** For whoever only looks. */
export const photoForAnybody = (post: ReadyPost): Photo => viewPhotoOnly(photoOf(post));
