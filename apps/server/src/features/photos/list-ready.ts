import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import { endOfList, joinList, ownPiece, ReadyJson } from '../../http/ready-json.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentPhotos, presentSharedPhotos } from './present-photos.ts';
import { findChanges } from './ready-queries.ts';
import { type ReadyPost, type ReadyPosts, readyPost, readyPostsOf } from './ready-posts.ts';
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
  const kept = readyPostsOf(context);
  const now = context.now().getTime();
  const ids = [...new Set(askers.flatMap((one) => one.ids))];
  const known = ids.map((id) => livingPost(kept, id, now));
  const changes = await findChanges(
    context.db,
    {
      ids,
      states: known.map((post) => post?.state ?? ''),
      named: known.map((post) => post?.named ?? ''),
      namedStates: known.map((post) => post?.namedState ?? ''),
    },
    [...new Set(askers.map(({ viewer }) => viewer.id))],
    { viewerIds: askers.flatMap(({ viewer, ids: { length } }) => Array<string>(length).fill(viewer.id)), postIds: askers.flatMap((one) => one.ids) },
  );
  const posts = new Map<string, ReadyPost>();
  ids.forEach((id, index) => known[index] && posts.set(id, known[index]));
  for (const n of changes.gone ?? []) {
    posts.delete(ids[n - 1]!);
    kept.drop(ids[n - 1]!);
  }
  await makeAnew(context, posts, new Map((changes.changed ?? []).map(({ n, state }) => [ids[n - 1]!, state])));

  const hiding = new Set(changes.hiding);
  const liked = new Set(changes.liked);
  const saved = new Set(changes.saved);
  let n = 0;
  return Promise.all(
    askers.map((one) => {
      const before = n;
      n += one.ids.length;
      if (hiding.has(one.viewer.id)) return presentApart(context, one);
      return one.ids.flatMap((id, index): Pieces => {
        const post = posts.get(id);
        const at = before + index + 1;
        return post ? [piecesFor(one.viewer, post, { isLiked: liked.has(at), isSaved: saved.has(at) })] : [];
      });
    }),
  );
}

function livingPost(kept: ReadyPosts, id: string, now: number): ReadyPost | undefined {
  const post = kept.get(id);
  return post && now < post.until ? post : undefined;
}

/** Makes posts anew and keeps them. Their states were read before what they are made of, so that none passes for newer than it is. */
async function makeAnew(context: Context, posts: Map<string, ReadyPost>, states: ReadonlyMap<string, string>): Promise<void> {
  const kept = readyPostsOf(context);
  kept.figures.reused += posts.size - [...states.keys()].filter((id) => posts.has(id)).length;
  for (const id of states.keys()) posts.delete(id);
  const now = context.now().getTime();
  for (const shared of await presentSharedPhotos(context, [...states.keys()])) {
    const { id } = shared.photo;
    const post = readyPost(shared, states.get(id)!, now);
    posts.set(id, post);
    kept.keep(id, post);
  }
}

async function presentApart(context: Context, { viewer, ids }: Asked): Promise<Pieces> {
  const photos = await presentPhotos(context, viewer, ids);
  return photos.map((photo) => [Buffer.from(JSON.stringify(photo))]);
}

const unmarked = ownPiece({ likes: [], is_liked: false, is_saved: false });

/** The viewer's own marks before what all share; to those who may do more, or who wrote some of it, it is shown with what they may. */
function piecesFor(viewer: Viewer, { rest, ownerId, named }: ReadyPost, marks: OwnMarks): Buffer[] {
  if (viewer.role !== 'member' || viewer.id === ownerId || named.includes(viewer.id)) {
    const photo: Photo = JSON.parse(`{"likes":[],"is_liked":false,"is_saved":false,${rest.toString()}`);
    return [Buffer.from(JSON.stringify(viewPhotoAs(viewer, photo, marks)))];
  }
  return [marks.isLiked || marks.isSaved ? ownPiece(viewMarks(viewer, marks)) : unmarked, rest];
}
