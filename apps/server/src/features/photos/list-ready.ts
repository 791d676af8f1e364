import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import { endOfList, joinList, ownPiece, ReadyJson } from '../../http/ready-json.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentPhotos, presentSharedPhotos } from './present-photos.ts';
import { type ReadyPost, readyPost, readyPostsOf } from './ready-posts.ts';
import { type Changes, findChanges } from './ready-queries.ts';
import { type OwnMarks, viewMarks, viewPhotoAs } from './views.ts';

interface Asked {
  viewer: Viewer;
  ids: readonly string[];
}

/** The JSON of each post, in pieces. */
type Pieces = Buffer[][];

/** How many lists are presented at once: enough that a query is not a list's own, few enough that none waits long. */
const listsTogether = 20;

const presenters = new WeakMap<Context, (asked: Asked) => Promise<Pieces>>();

/** The answer that lists posts, which this viewer was found to list, in the order of their ids. Those that went since are left out. */
export async function listReady(context: Context, viewer: Viewer, ids: readonly string[], meta?: object): Promise<ReadyJson> {
  let present = presenters.get(context);
  if (!present) presenters.set(context, (present = batch((askers) => presentTogether(context, askers), listsTogether)));
  return new ReadyJson(joinList(ids.length === 0 ? [] : await present({ viewer, ids }), endOfList(meta)));
}

/**
 * The posts of all who ask in one turn of the event loop, each made at most once. One query tells what has changed of those that are kept,
 * and what each viewer likes or saved; what changed is made anew. For viewers from whom anybody is hidden theirs are made apart.
 */
async function presentTogether(context: Context, askers: Asked[]): Promise<Pieces[]> {
  const ids = numbered(askers.flatMap((one) => one.ids));
  const viewers = numbered(askers.map(({ viewer }) => viewer.id));
  const kept = keptPosts(context, ids.keys());
  const known = knownMembers(kept.values());
  const changes = await findChanges(context.db, {
    posts: { ids: [...ids.keys()], states: [...ids.keys()].map((id) => kept.get(id)?.state ?? '') },
    members: { ids: [...known.keys()], states: [...known.values()] },
    viewerIds: [...viewers.keys()],
    pairs: {
      viewers: askers.flatMap((one) => one.ids.map(() => viewers.get(one.viewer.id)!)),
      posts: askers.flatMap((one) => one.ids.map((id) => ids.get(id)!)),
    },
  });
  const posts = await readyNow(context, kept, {
    posts: byId([...ids.keys()], changes.posts),
    members: new Map([...known, ...byId([...known.keys()], changes.members)]),
  });

  const hiding = new Set(changes.hiding);
  const liked = new Set(changes.liked);
  const saved = new Set(changes.saved);
  let before = 0;
  return Promise.all(
    askers.map((one) => {
      const from = before;
      before += one.ids.length;
      if (hiding.has(viewers.get(one.viewer.id)!)) return presentApart(context, one);
      return one.ids.flatMap((id, index): Pieces => {
        const post = posts.get(id);
        const n = from + index + 1;
        return post ? [piecesFor(one.viewer, post, { isLiked: liked.has(n), isSaved: saved.has(n) })] : [];
      });
    }),
  );
}

/** Each once, and which it is, counted from 1. */
function numbered(values: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const value of values) if (!numbers.has(value)) numbers.set(value, numbers.size + 1);
  return numbers;
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
  now: { posts: readonly [id: string, state: string | null][]; members: ReadonlyMap<string, string | null> },
): Promise<Map<string, ReadyPost>> {
  const { keep, drop, figures } = readyPostsOf(context);
  const stale = new Map<string, string>();
  for (const [id, post] of kept)
    if (post.members.some((member, index) => now.members.get(member) !== post.memberStates[index])) stale.set(id, post.state);
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

async function presentApart(context: Context, { viewer, ids }: Asked): Promise<Pieces> {
  const photos = await presentPhotos(context, viewer, ids);
  return photos.map((photo) => [Buffer.from(JSON.stringify(photo))]);
}

const unmarked = ownPiece({ likes: [], is_liked: false, is_saved: false });

/** The viewer's own marks before what all share; to those who may do more, or are named in it, it is shown with what they may. */
function piecesFor(viewer: Viewer, { rest, members }: ReadyPost, marks: OwnMarks): Buffer[] {
  if (viewer.role !== 'member' || members.includes(viewer.id)) {
    const photo: Photo = JSON.parse(`{"likes":[],"is_liked":false,"is_saved":false,${rest.toString()}`);
    return [Buffer.from(JSON.stringify(viewPhotoAs(viewer, photo, marks)))];
  }
  return [marks.isLiked || marks.isSaved ? ownPiece(viewMarks(viewer, marks)) : unmarked, rest];
}
