import * as calls from '@mbari/contract/photos/challenges';
import type { BlindEntry, Challenge, ChallengeResult, ListedChallenge, OwnEntry } from '@mbari/contract/photos/challenges';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { badCursor, literalLimit, positionInTime, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, lowestId } from '../../platform/ids.ts';
import { fillIn } from '../../platform/markdown/render-body.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { presentPhotos, presentPhotosReadOnly } from '../posts/present-photos.ts';
import { viewImage } from '../posts/views.ts';
import {
  type ChallengeRow,
  findChallenge,
  listChallengeRows,
  type ListedChallengeRow,
  type listEntryImages,
  listOwnEntries,
  listOwnResultRows,
  listResultRows,
  listScoreCounts,
  type OwnEntryRow,
  type ResultRow,
} from './queries.ts';

type Answer<Call extends { shape: { answer: z.ZodType } }> = z.output<Call['shape']['answer']>;

export async function listChallenges(
  context: Context,
  viewer: Viewer,
  { list, per_page, cursor }: z.output<typeof calls.listChallenges.shape.query>,
): Promise<Answer<typeof calls.listChallenges>> {
  const limit = literalLimit(sliceOf({ per_page, cursor }).take);
  const after = list === 'current' && cursor === undefined ? { time: '-infinity', id: lowestId } : positionInTime(cursor);
  const rows = await listChallengeRows(context.db, viewer.id, list, { after, limit });
  const page = rows.slice(0, per_page);
  const covers = await findCovers(context, viewer, page);
  const next_cursor = rows.length > per_page ? (page.at(-1)?.cursor ?? null) : null;
  return { data: page.map((row) => viewListed(row, covers)), meta: { per_page, next_cursor } };
}

export async function presentChallenge(context: Context, viewer: Viewer, id: string): Promise<calls.Challenge> {
  const row = await requireChallenge(context, viewer, id);
  const [covers, entries] = await Promise.all([findCovers(context, viewer, [row]), listOwnEntries(context.db, viewer.id, id)]);
  return viewChallenge(context, viewer, row, { covers, entries });
}

export async function requireChallenge({ db }: Context, viewer: Viewer, id: string): Promise<ChallengeRow> {
  const row = isId(id) ? await findChallenge(db, viewer.id, id) : undefined;
  if (!row) throw notFound('challengeNotFound');
  return row;
}

export async function listResults(
  context: Context,
  viewer: Viewer,
  id: string,
  { per_page, cursor }: z.output<typeof calls.listResults.shape.query>,
): Promise<Answer<typeof calls.listResults>> {
  const { state, votes_count, method } = await requireChallenge(context, viewer, id);
  if (state !== 'results') throw new Refusal('locked', 'challengeResultsLater');
  const isFirst = cursor === undefined;
  const [rows, ownRows, distribution] = await Promise.all([
    listResultRows(context.db, viewer.id, id, rankAfter(cursor), literalLimit(sliceOf({ per_page, cursor }).take)),
    isFirst ? listOwnResultRows(context.db, viewer.id, id) : [],
    isFirst ? countScores(context, id, method) : [],
  ]);
  const page = rows.slice(0, per_page);
  const photoIds = new Set([...page, ...ownRows].map(({ photo_id }) => photo_id));
  const photoOf = new Map((await presentPhotos(context, viewer, [...photoIds])).map((photo) => [photo.id, photo]));
  const present = (row: ResultRow): calls.ChallengeResult[] => {
    const photo = photoOf.get(row.photo_id);
    return photo ? [viewResult(row, photo)] : [];
  };
  const last = page.at(-1);
  const next_cursor = rows.length > per_page && last ? `${last.rank}_${last.id}` : null;
  return {
    data: page.flatMap(present),
    meta: { per_page, next_cursor, votes_count: votes_count ?? 0, method },
    own: ownRows.flatMap(present),
    distribution,
  };
}

/** Returns the number of entries in each twentieth of the scale, or nothing without a ranking. */
async function countScores({ db }: Context, id: string, method: 'pairs' | 'points'): Promise<number[]> {
  const counts = await listScoreCounts(db, id, calls.scoreScales[method]);
  if (counts.length === 0) return [];
  const countOf = new Map(counts.map(({ twentieth, count }) => [twentieth, count]));
  return Array.from({ length: 20 }, (_, index) => countOf.get(index + 1) ?? 0);
}

/** Parses a cursor of results: rank and entry. */
function rankAfter(cursor: string | undefined): { rank: number; id: string } {
  if (cursor === undefined) return { rank: -1_000, id: lowestId };
  const [, rank, id] = /^(-?\d[\d.]{0,20})_(.*)$/.exec(cursor) ?? [];
  if (rank === undefined || id === undefined || !isId(id)) throw badCursor();
  return { rank: Number(rank), id };
}

const findCovers = async (
  context: Context,
  viewer: Viewer,
  rows: readonly Pick<ChallengeRow, 'shown_id'>[],
): Promise<Map<string, Image | undefined>> => {
  const ids = rows.flatMap(({ shown_id }) => shown_id ?? []);
  return new Map((await presentPhotosReadOnly(context, viewer, ids)).map(({ id, images }) => [id, images[0]]));
};

const viewListed = (row: Omit<ListedChallengeRow, 'cursor'>, covers: ReadonlyMap<string, Image | undefined>): ListedChallenge => ({
  id: row.id,
  title: row.title,
  state: row.state,
  starts_at: row.starts_at.toISOString(),
  entries_end_at: row.entries_end_at.toISOString(),
  voting_end_at: row.voting_end_at.toISOString(),
  entries_count: row.entries_count,
  cover: covers.get(row.shown_id ?? '') ?? null,
});

const viewChallenge = (
  context: Context,
  viewer: Viewer,
  row: ChallengeRow,
  { covers, entries }: { covers: ReadonlyMap<string, Image | undefined>; entries: readonly OwnEntryRow[] },
): Challenge => ({
  ...viewListed(row, covers),
  body: row.body,
  body_html: fillIn(row.body_html, { usernameOf: findNothing, photoOf: findNothing, sourceOf: findNothing }),
  rules: row.rules,
  cover_id: row.cover_id,
  entries_each: row.entries_each,
  open_to: row.open_to,
  method: row.method,
  topic: row.topic,
  created_at: row.created_at.toISOString(),
  version: row.revision,
  viewer: {
    may_edit: viewer.role === 'admin',
    may_enter: row.may_enter,
    may_vote: row.may_vote,
    votes_count: row.voted_count,
    entries: entries.map((entry) => viewOwnEntry(context, entry)),
  },
});

const findNothing = (): undefined => undefined;

const viewOwnEntry = (context: Context, { entry_id: id, photo_id, title, counts, feedback, ...row }: OwnEntryRow): OwnEntry => ({
  ...{ id, photo_id, title, counts, feedback },
  image: viewImage(context, row, false, true),
});

/** Replaces the image's id, so that the addresses name the entry only. */
export const viewBlind = (context: Context, { entry_id: id, ...row }: Awaited<ReturnType<typeof listEntryImages>>[number]): BlindEntry => ({
  id,
  image: viewImage(context, { ...row, id }, false),
});

const viewResult = ({ id, photo_id: _photoId, rank: _rank, ...row }: ResultRow, photo: Photo): ChallengeResult => ({
  entry_id: id,
  ...row,
  photo,
});
