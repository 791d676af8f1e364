import type { Task } from '../../jobs/task.ts';
import { deleteImages, listKnownImages, listRemovedImages } from './queries.ts';

const anHour = 60 * 60 * 1000;

/**
 * Brings files and rows together again. Files that no row came to own (a process died between keeping and writing) go once they
 * are an hour old; pictures that were let go of lose their files first, then their row, so that a sweep cut short is taken up again.
 */
export const sweepImages: Task = async (_payload, { context, signal }) => {
  const { db, store, log } = context;
  let orphans = 0;
  for await (const ids of store.list(new Date(context.now().getTime() - anHour))) {
    signal.throwIfAborted();
    const known = new Set((await listKnownImages(db, ids)).map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    await Promise.all(unknown.map((id) => store.remove(id)));
    orphans += unknown.length;
  }

  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const ids = (await listRemovedImages(db)).map(({ id }) => id);
    if (ids.length === 0) break;
    await Promise.all(ids.map((id) => store.remove(id)));
    removed += await deleteImages(db, ids);
  }
  if (orphans > 0 || removed > 0) log.info({ orphans, removed }, 'swept the store of pictures');
};
