import type * as calls from '@mbari/contract/photos/series';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import { hintRecipients } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import { because, changedMeanwhile, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/queries.ts';
import { markdownTexts, screen, spendAsMember } from '../../platform/screening/screen.ts';
import { addSeries, addSeriesPhoto, removeSeries, removeSeriesPhoto, setSeries, setSeriesRemoved } from './queries.ts';
import { presentSeries, requireSeries } from './read-series.ts';

type Created = z.output<typeof calls.createSeries.shape.body>;

export async function createSeries(context: Context, author: Viewer, { title, body = '', photo_id }: Created): Promise<string> {
  await spendAsMember(context, author, 'change by member');
  const { body_html: html = '' } = await renderTexts(context, author, { title, body });
  const id = newId();
  await writeAs(context, author, async (tx) => {
    if ((await addSeries(tx, { id, memberId: author.id, title, body, html })) === 0)
      throw invalid({ title: [because('tooManySeries', { most: limits.series })] });
    if (photo_id === undefined) return;
    if (!isId(photo_id) || !(await addSeriesPhoto(tx, author.id, id, photo_id))) throw notFound('photoNotFound');
  });
  return id;
}

type Edit = z.output<typeof calls.updateSeries.shape.body>;

/** Throws `conflict` with the stored series if it was edited since `version`. */
export async function updateSeries(context: Context, author: Viewer, id: string, { version, ...edit }: Edit): Promise<void> {
  await context.limits.spend('change by member', author.id);
  await requireOwnSeries(context, author, id);
  const texts = await renderTexts(context, author, edit);
  const isSaved = await writeAs(context, author, async (tx) => {
    const changed = await setSeries(tx, author.id, id, version, {
      ...texts,
      isComplete: edit.is_complete,
      coverId: edit.cover_id && !isId(edit.cover_id) ? null : edit.cover_id,
      photoIds: edit.photo_ids?.filter(isId),
    });
    if (changed?.is_announced) await addJob(tx, 'notify_of_series', { series_id: id });
    return changed !== undefined;
  });
  if (!isSaved) throw changedMeanwhile(await presentSeries(context, author, id));
}

export async function deleteSeries(context: Context, author: Viewer, id: string): Promise<void> {
  await context.limits.spend('delete by member', author.id);
  await requireOwnSeries(context, author, id);
  await writeAs(context, author, async (tx) => {
    await hintRecipients(tx, 'series', id);
    if ((await removeSeries(tx, author.id, id)) === 0) throw notFound('seriesNotFound');
  });
}

export async function addToSeries(context: Context, author: Viewer, id: string, photoId: string): Promise<void> {
  await context.limits.spend('save by member', author.id);
  await requireOwnSeries(context, author, id);
  await writeAs(context, author, async (tx) => {
    const added = isId(photoId) ? await addSeriesPhoto(tx, author.id, id, photoId) : undefined;
    if (!added) throw notFound('photoNotFound');
    if (!added.is_in) throw invalid({ photo_id: [because('seriesFull', { most: limits.seriesPhotos })] });
  });
}

/** Adds a post that is being created, even if it is scheduled or pending. */
export async function addNewToSeries(tx: Statements, author: Viewer, id: string, photoId: string): Promise<void> {
  const added = isId(id) ? await addSeriesPhoto(tx, author.id, id, photoId, true) : undefined;
  if (!added) throw invalid({ series_id: ['seriesNotFound'] });
  if (!added.is_in) throw invalid({ series_id: [because('seriesFull', { most: limits.seriesPhotos })] });
}

export async function removeFromSeries(context: Context, author: Viewer, id: string, photoId: string): Promise<void> {
  await context.limits.spend('save by member', author.id);
  await requireOwnSeries(context, author, id);
  if (isId(photoId)) await writeAs(context, author, (tx) => removeSeriesPhoto(tx, author.id, id, photoId));
}

/** Removes another member's series as an organiser, or restores it. Returns the author's id. */
export async function moderateSeries(tx: Statements, organiser: Pick<Viewer, 'id'>, id: string, isRemoved: boolean): Promise<string> {
  const series = isId(id) ? await setSeriesRemoved(tx, organiser.id, id, isRemoved) : undefined;
  if (!series) throw notFound('seriesNotFound');
  await hintRecipients(tx, 'series', id);
  return series.owner_id;
}

/** Throws `not_found` for hidden and missing series, and `not_owner` for others' visible series. */
async function requireOwnSeries(context: Context, viewer: Viewer, id: string): Promise<void> {
  const { author_id } = await requireSeries(context, viewer, id);
  if (author_id !== viewer.id) throw new Refusal('not_owner', 'seriesOfOther');
}

/** Locks the account, so that concurrent writes cannot exceed a limit together. */
const writeAs = <Result>({ db }: Context, { id }: Viewer, work: (tx: Statements) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    // The account was closed or suspended after the session lookup.
    if (!(await lockWriter(tx, id))) throw unauthenticated();
    return work(tx);
  });

interface Texts {
  title: string | undefined;
  body: string | undefined;
}

/** Renders and screens the given texts. */
async function renderTexts(
  context: Context,
  author: Viewer,
  { title, body }: Partial<Texts>,
): Promise<Texts & { body_html: string | undefined }> {
  const rendered = body === undefined ? undefined : await renderBody(context, body);
  await screen(context, author, { title, ...(rendered && body !== undefined && { body: markdownTexts({ body, ...rendered }) }) });
  return { title, body, body_html: rendered?.html };
}
