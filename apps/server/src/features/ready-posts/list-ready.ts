import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import { endOfList, joinList, ReadyJson } from '../../http/ready-json.ts';
import { anybody, type Viewer } from '../../http/viewer.ts';
import { presentPhotos, presentPhotosReadOnly } from '../photos/present-photos.ts';
import type { OwnMarks } from '../photos/views.ts';
import { photoForAnybody, piecesFor, piecesInProfile, readReady } from './read-ready.ts';
import type { ReadyPost } from './ready-posts.ts';

interface Asked {
  viewer: Viewer;
  ids: readonly string[];
}

/** A post as it is kept for all, with the viewer's own marks; or nothing, where posts are made for the viewer alone. */
type Kept = { id: string; post: ReadyPost; marks: OwnMarks }[] | undefined;

/** How many lists are presented at once: enough that a query is not a list's own, few enough that none waits long. */
const listsTogether = 20;

const presenters = new WeakMap<Context, (asked: Asked) => Promise<Kept>>();

/** The posts of a list as they are kept, without those that went since; nothing for viewers from whom anybody is hidden. */
function findKept(context: Context, viewer: Viewer, ids: readonly string[]): Promise<Kept> | Kept {
  if (ids.length === 0) return [];
  let find = presenters.get(context);
  if (!find) presenters.set(context, (find = batch((askers) => findTogether(context, askers), listsTogether)));
  return find({ viewer, ids });
}

/** The answer that lists posts, which this viewer was found to list, in the order of their ids. Those that went since are left out. */
export async function listReady(context: Context, viewer: Viewer, ids: readonly string[], meta?: object): Promise<ReadyJson> {
  const kept = await findKept(context, viewer, ids);
  const pieces = kept
    ? kept.map(({ post, marks }) => piecesFor(viewer, post, marks))
    : (await presentPhotos(context, viewer, ids)).map((photo) => [pieceOf(photo)]);
  return new ReadyJson(joinList(pieces, endOfList(meta)));
}

/** Answers what a profile shows of a post's category, by the names of those that posts are in. */
type FindShown = (names: readonly string[]) => Promise<ReadonlyMap<string, object>>;

/** The JSON of each post by its id, with its category whole, for viewers who may act on them; others only look. */
export async function presentInProfile(
  context: Context,
  { viewer, mayAct, ids }: { viewer: Viewer | null; mayAct: boolean; ids: readonly string[] },
  findShown: FindShown,
): Promise<Map<string, Buffer[]>> {
  const kept = await findKept(context, viewer ?? anybody, ids);
  if (kept && viewer && mayAct) {
    const shown = await findShown(namesOf(kept.map(({ post }) => post)));
    return new Map(kept.map(({ id, post, marks }) => [id, piecesInProfile(viewer, post, marks, shown.get(post.category ?? '') ?? null)]));
  }
  const photos = kept
    ? kept.map(({ post }) => photoForAnybody(post))
    : await (viewer && mayAct ? presentPhotos(context, viewer, ids) : presentPhotosReadOnly(context, viewer, ids));
  const shown = await findShown(namesOf(photos));
  return new Map(photos.map((photo) => [photo.id, [pieceOf({ ...photo, category: shown.get(photo.category ?? '') ?? null })]]));
}

const pieceOf = (photo: object): Buffer => Buffer.from(JSON.stringify(photo));

const namesOf = (posts: readonly Pick<Photo, 'category'>[]): string[] => [...new Set(posts.flatMap(({ category }) => category ?? []))];

/** The posts of all who ask in one turn of the event loop, each made at most once. */
async function findTogether(context: Context, askers: Asked[]): Promise<Kept[]> {
  const ids = numbered(askers.flatMap((one) => one.ids));
  const viewers = numbered(askers.map(({ viewer }) => viewer.id));
  const allIds = [...ids.keys()];
  const { posts, changes } = await readReady(context, allIds, {
    snapshot: snapshotOfAll(askers),
    viewerIds: [...viewers.keys()],
    pairs: {
      ids: allIds,
      viewers: askers.flatMap((one) => one.ids.map(() => viewers.get(one.viewer.id)!)),
      posts: askers.flatMap((one) => one.ids.map((id) => ids.get(id)!)),
    },
  });
  const hiding = new Set(changes.hiding);
  const liked = new Set(changes.liked);
  const saved = new Set(changes.saved);
  let before = 0;
  return askers.map((one) => {
    const from = before;
    before += one.ids.length;
    if (hiding.has(viewers.get(one.viewer.id)!)) return undefined;
    return one.ids.flatMap((id, index) => {
      const post = posts.get(id);
      const n = from + index + 1;
      return post ? [{ id, post, marks: { isLiked: liked.has(n), isSaved: saved.has(n) } }] : [];
    });
  });
}

/** The snapshot at which all of them were found, where it is one. */
function snapshotOfAll([first, ...others]: Asked[]): string | undefined {
  const snapshot = first?.viewer.snapshot;
  return others.every(({ viewer }) => viewer.snapshot === snapshot) ? snapshot : undefined;
}

/** Each once, and which it is, counted from 1. */
function numbered(values: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const value of values) if (!numbers.has(value)) numbers.set(value, numbers.size + 1);
  return numbers;
}
