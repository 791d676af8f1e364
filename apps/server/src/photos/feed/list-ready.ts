import type { Photo } from '@mbari/contract/shapes/photos';
import type { Context } from '../../platform/context.ts';
import { batch } from '../../platform/db/batch.ts';
import { endOfList, joinList, ReadyJson } from '../../platform/http/ready-json.ts';
import { anybody, type Viewer } from '../../platform/http/viewer.ts';
import { presentPhotos, presentPhotosReadOnly } from '../posts/present-photos.ts';
import type { OwnMarks } from '../posts/views.ts';
import { listTouched } from './hider-queries.ts';
import { photoForAnybody, piecesFor, piecesInProfile, readReady } from './read-ready.ts';
import type { ReadyPost } from './ready-posts.ts';

interface Asked {
  viewer: Viewer;
  ids: readonly string[];
}

/** A post as it is kept for all, with the viewer's own marks. */
interface Kept {
  id: string;
  post: ReadyPost;
  marks: OwnMarks;
  /** Somebody who is hidden from the viewer left something in it: it is made for the viewer alone. */
  isTouched: boolean;
}

/** How many lists are presented at once: enough that a query is not a list's own, few enough that none waits long. */
const listsTogether = 20;

const presenters = new WeakMap<Context, (asked: Asked) => Promise<Kept[]>>();

/** The posts of a list as they are kept, without those that went since. */
function findKept(context: Context, viewer: Viewer, ids: readonly string[]): Promise<Kept[]> | Kept[] {
  if (ids.length === 0) return [];
  let find = presenters.get(context);
  if (!find) presenters.set(context, (find = batch((askers) => findTogether(context, askers), listsTogether)));
  return find({ viewer, ids });
}

/** The answer that lists posts, which this viewer was found to list, in the order of their ids. Those that went since are left out. */
export async function listReady(context: Context, viewer: Viewer, ids: readonly string[], meta?: object): Promise<ReadyJson> {
  const kept = await findKept(context, viewer, ids);
  const own = new Map((await presentPhotos(context, viewer, touchedIn(kept))).map((photo) => [photo.id, [pieceOf(photo)]]));
  const pieces = kept.flatMap(({ id, post, marks, isTouched }) => {
    const shown = isTouched ? own.get(id) : piecesFor(viewer, post, marks);
    return shown ? [shown] : [];
  });
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
  const touched = touchedIn(kept);
  const own = await (viewer && mayAct ? presentPhotos(context, viewer, touched) : presentPhotosReadOnly(context, viewer, touched));
  const ready = kept.filter(({ isTouched }) => !isTouched);
  const shown = await findShown(namesOf([...ready.map(({ post }) => post), ...own]));
  const categoryOf = ({ category }: Pick<Photo, 'category'>): object | null => shown.get(category ?? '') ?? null;
  const pieces = ({ post, marks }: Kept): Buffer[] =>
    viewer && mayAct
      ? piecesInProfile(viewer, post, marks, categoryOf(post))
      : [pieceOf({ ...photoForAnybody(post), category: categoryOf(post) })];
  const found = new Map(ready.map((one) => [one.id, pieces(one)]));
  for (const photo of own) found.set(photo.id, [pieceOf({ ...photo, category: categoryOf(photo) })]);
  return found;
}

const touchedIn = (kept: readonly Kept[]): string[] => kept.filter(({ isTouched }) => isTouched).map(({ id }) => id);

const pieceOf = (photo: object): Buffer => Buffer.from(JSON.stringify(photo));

const namesOf = (posts: readonly Pick<Photo, 'category'>[]): string[] => [...new Set(posts.flatMap(({ category }) => category ?? []))];

/** The posts of all who ask in one turn of the event loop, each made at most once. */
async function findTogether(context: Context, askers: Asked[]): Promise<Kept[][]> {
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
  const liked = new Set(changes.liked);
  const saved = new Set(changes.saved);
  let before = 0;
  const kept = askers.map((one) => {
    const from = before;
    before += one.ids.length;
    return one.ids.flatMap((id, index) => {
      const post = posts.get(id);
      const n = from + index + 1;
      return post ? [{ id, post, marks: { isLiked: liked.has(n), isSaved: saved.has(n) }, isTouched: false }] : [];
    });
  });
  const hiding = new Set(changes.hiding);
  await markTouched(
    context,
    askers.flatMap(({ viewer }, index) => (hiding.has(viewers.get(viewer.id)!) ? [{ viewerId: viewer.id, kept: kept[index]! }] : [])),
  );
  return kept;
}

/** Marks the posts that are to be made for these viewers alone, from whom somebody is hidden. Asked after the posts were made, so that nothing in them is missed. */
async function markTouched(context: Context, hiders: readonly { viewerId: string; kept: readonly Kept[] }[]): Promise<void> {
  if (hiders.length === 0) return;
  const shown = hiders.flatMap(({ kept }, index) => kept.map((one) => ({ one, viewer: index + 1 })));
  const named = shown.flatMap(({ one }, index) => one.post.members.map((id) => ({ id, post: index + 1 })));
  const touched = await listTouched(context.db, {
    viewerIds: hiders.map(({ viewerId }) => viewerId),
    posts: { viewers: shown.map(({ viewer }) => viewer), ids: shown.map(({ one }) => one.id) },
    named: { posts: named.map(({ post }) => post), ids: named.map(({ id }) => id) },
  });
  for (const n of touched) shown[n - 1]!.one.isTouched = true;
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
