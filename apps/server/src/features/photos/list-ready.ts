import type { Context } from '../../context.ts';
import { batch } from '../../db/batch.ts';
import { endOfList, joinList, ReadyJson } from '../../http/ready-json.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentPhotos } from './present-photos.ts';
import { piecesFor, readReady } from './read-ready.ts';

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

/** The posts of all who ask in one turn of the event loop, each made at most once. For viewers from whom anybody is hidden theirs are made apart. */
async function presentTogether(context: Context, askers: Asked[]): Promise<Pieces[]> {
  const ids = numbered(askers.flatMap((one) => one.ids));
  const viewers = numbered(askers.map(({ viewer }) => viewer.id));
  const { posts, changes } = await readReady(context, [...ids.keys()], {
    viewerIds: [...viewers.keys()],
    pairs: {
      viewers: askers.flatMap((one) => one.ids.map(() => viewers.get(one.viewer.id)!)),
      posts: askers.flatMap((one) => one.ids.map((id) => ids.get(id)!)),
    },
  });
  const hiding = new Set(changes.hiding);
  const liked = new Set(changes.liked);
  const saved = new Set(changes.saved);
  let before = 0;
  return Promise.all(
    askers.map(async (one) => {
      const from = before;
      before += one.ids.length;
      if (hiding.has(viewers.get(one.viewer.id)!)) return presentSeparately(context, one);
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

async function presentSeparately(context: Context, { viewer, ids }: Asked): Promise<Pieces> {
  const photos = await presentPhotos(context, viewer, ids);
  return photos.map((photo) => [Buffer.from(JSON.stringify(photo))]);
}
