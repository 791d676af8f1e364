import { setTimeout } from 'node:timers/promises';
import type { Category, ListedCategory } from '@mbari/contract/photos/categories';
import * as limits from '@mbari/contract/platform/limits';
import { slugOf } from '@mbari/contract/platform/slug';
import type { Context } from '../platform/context.ts';
import { type Database, type Statements, violates } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId, newId } from '../platform/ids.ts';
import { addJob, type Task } from '../platform/jobs/add-job.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import { recordModeration } from '../platform/moderation/record-moderation.ts';
import { because, changedMeanwhile, invalid, notFound, Refusal } from '../platform/refusal.ts';
import {
  addCategory,
  deleteEmptyCategory,
  deleteInterestOf,
  findActiveCategory,
  findDeletingCategory,
  hasPhotos,
  listCategories,
  listCategoriesByWords,
  listDeletingCategories,
  listInterestedIn,
  listPhotosIn,
  lockActiveCategories,
  lockCategories,
  lockDeletingCategory,
  markCategoryDeleting,
  moveFollowsOf,
  setCategoryName,
  setCategoryOfPhotos,
  setCategoryPosition,
  setInterestOf,
} from './category-queries.ts';

export async function createCategory({ db, limits: rates }: Context, viewer: Viewer, { name }: { name: string }): Promise<string> {
  await rates.spend('settings by member', viewer.id);
  const id = newId();
  await refusingTakenNames(() =>
    db.transaction(async (tx) => {
      await lockCategories(tx);
      const added = await addCategory(tx, { id, name, slug: slugOf(name), most: limits.photoCategories });
      if (added === 0) throw invalid({ name: [because('tooManyCategories', { most: limits.photoCategories })] });
      await recordModeration(tx, viewer, 'create_photo_category', { note: name });
    }),
  );
  return id;
}

interface Changes {
  name?: string | undefined;
  position?: number | undefined;
  version?: number | undefined;
}

/** Renames and moves a photo category. Throws `conflict` if it was renamed since `version`. */
export async function updateCategory(context: Context, viewer: Viewer, id: string, { name, position, version }: Changes): Promise<void> {
  const { db, limits: rates } = context;
  await rates.spend('settings by member', viewer.id);
  if (!isId(id)) throw notFound('forumCategoryNotFound');
  const isSaved = await refusingTakenNames(() =>
    db.transaction(async (tx) => {
      await lockCategories(tx);
      const named = { name: name ?? null, slug: name === undefined ? null : slugOf(name) };
      const previous = await setCategoryName(tx, { id, ...named, version: version ?? null });
      if (!previous && (await findActiveCategory(tx, id))) return false;
      if (!previous) throw notFound('forumCategoryNotFound');
      if (position !== undefined) await setCategoryPosition(tx, id, position);
      const isRenamed = name !== undefined && name !== previous.name;
      await recordModeration(tx, viewer, 'update_photo_category', { note: isRenamed ? `${previous.name} → ${name}` : previous.name });
      return true;
    }),
  );
  if (!isSaved) throw changedMeanwhile(await readCategory(context, viewer, id));
}

/** Returns the category of each word by name, slug or id, ignoring case; null for unknown words. */
export async function findCategories(db: Statements, words: readonly string[]): Promise<(Category | null)[]> {
  if (words.length === 0) return [];
  // PostgreSQL rejects zero bytes, and no name contains one.
  const named = await listCategoriesByWords(
    db,
    words.map((word) => (word.includes('\0') ? '' : word.normalize('NFC').trim())),
  );
  return named.map(({ id, name, slug }) => (id === null ? null : { id, name, slug }));
}

export const findCategory = async (db: Statements, word: string): Promise<Category | null> => (await findCategories(db, [word]))[0] ?? null;

/** Returns the id of a form's category, or null if the field is empty. */
export async function requireCategory(db: Statements, word: string | undefined): Promise<string | null> {
  if (!word?.trim()) return null;
  const category = await findCategory(db, word);
  if (!category) throw invalid({ category: ['categoryNotListed'] });
  return category.id;
}

export async function readCategory({ db }: Context, viewer: Viewer, id: string): Promise<ListedCategory> {
  const category = (await listCategories(db, viewer.id)).find((one) => one.id === id);
  if (!category) throw notFound('forumCategoryNotFound');
  return category;
}

async function refusingTakenNames<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (['categories_slug_key', 'categories_name_key', 'categories_name'].some((constraint) => violates(error, constraint)))
      throw invalid({ name: ['categoryNameTaken'] });
    throw error;
  }
}

/** Value of `move_to` that leaves the photos without a category. */
const noCategory = 'none';

/** Steps that run within the request. The job runs the others. */
const stepsAtOnce = 10;

/**
 * Deletes a photo category and moves its photos. Without `moveTo`, the category must be empty. A job moves photos beyond the first
 * steps; the category exists until the job ends.
 */
export async function deleteCategory(context: Context, viewer: Viewer, id: string, moveTo: string | undefined): Promise<void> {
  await context.limits.spend('settings by member', viewer.id);
  if (!isId(id)) throw notFound('forumCategoryNotFound');
  const target = moveTo === undefined || moveTo === noCategory ? null : moveTo;
  if (target !== null && (target === id || !isId(target))) throw invalid({ move_to: ['noSuchCategory'] });
  await context.db.transaction(async (tx) => {
    const name = await startDeleting(tx, { id, movesTo: target, mustBeEmpty: moveTo === undefined });
    await queueEmptying(tx, id);
    await recordModeration(tx, viewer, 'delete_photo_category', { note: name });
  });
  // If this fails, the queued job deletes the category.
  await emptyCategory(context.db, id, { steps: stepsAtOnce }).catch((error: unknown) =>
    context.log.warn({ err: error, category: id }, 'moving photos of a deleted category failed; its job will continue'),
  );
}

/** Milliseconds between steps, so that requests waiting for the rows run first. */
const pauseMs = 20;

interface Pace {
  steps: number;
  signal?: AbortSignal;
}

/**
 * Moves the posts, interests and followers of a deleted category, 200 per step, and removes the category once it is empty. Safe to interrupt,
 * repeat or run concurrently.
 */
export async function emptyCategory(db: Database, id: string, { steps, signal }: Pace): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    signal?.throwIfAborted();
    const category = await findDeletingCategory(db, id);
    if (!category) return;
    const target = category.moves_to;
    const follows = await moveFollowsOf(db, id, target);
    const moved = (await movePhotos(db, id, target)) + (await moveInterests(db, id, target)) + follows.length;
    if (moved === 0 && (await removeIfEmpty(db, id))) return;
    if (moved > 0 && steps === Infinity) await setTimeout(pauseMs, undefined, signal && { signal });
  }
}

export const emptyCategoryTask: Task<JobPayloads['empty_category']> = ({ category_id: id }, { context: { db }, signal }) =>
  emptyCategory(db, id, { steps: Infinity, signal });

/** Requeues deleted categories whose job was lost with its process. */
export const resumeEmptying: Task = async (_payload, { context: { db } }) => {
  for (const { id } of await listDeletingCategories(db)) await queueEmptying(db, id);
};

const queueEmptying = (db: Statements, id: string): Promise<void> =>
  addJob(db, 'empty_category', { category_id: id }, { key: `empty_category:${id}` });

interface Deletion {
  id: string;
  movesTo: string | null;
  /** The request has no target, so the category must have no posts. */
  mustBeEmpty: boolean;
}

/** Marks a category as deleted and returns its name. Throws `not_found`, `not_empty` or `invalid`. */
async function startDeleting(tx: Statements, { id, movesTo, mustBeEmpty }: Deletion): Promise<string> {
  const categories = await lockActiveCategories(tx, movesTo === null ? [id] : [id, movesTo]);
  const category = categories.find((one) => one.id === id);
  if (!category) throw notFound('forumCategoryNotFound');
  if (movesTo !== null && categories.length < 2) throw invalid({ move_to: ['noSuchCategory'] });
  if (mustBeEmpty && (await hasPhotos(tx, id))) throw new Refusal('not_empty', 'photoCategoryNotEmpty');
  await markCategoryDeleting(tx, id, movesTo);
  return category.name;
}

/** Removes the category after waiting for posts being added. Returns false if the category has a post or an interested member. */
const removeIfEmpty = (db: Database, id: string): Promise<boolean> =>
  db.transaction(async (tx) => (await lockDeletingCategory(tx, id)) === 0 || (await deleteEmptyCategory(tx, id)) === 1);

/** Replaces an interest of up to 200 members, or removes it without marking their profile incomplete. Returns the number of members. */
async function moveInterests(db: Statements, from: string, to: string | null): Promise<number> {
  const ids = (await listInterestedIn(db, from)).map(({ member_id }) => member_id);
  if (ids.length > 0) await (to === null ? deleteInterestOf(db, ids, from) : setInterestOf(db, ids, from, to));
  return ids.length;
}

/** Moves up to 200 posts, without marking them as edited. Returns their number. */
async function movePhotos(db: Statements, from: string, to: string | null): Promise<number> {
  const photos = await listPhotosIn(db, from);
  const [ids, memberIds] = [photos.map(({ id }) => id), [...new Set(photos.map(({ member_id }) => member_id))]];
  if (photos.length > 0) await setCategoryOfPhotos(db, { ids, memberIds, from, to });
  return photos.length;
}
