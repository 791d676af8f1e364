import type { BlindEntry, Challenge, ChallengeResult, ListedChallenge, OwnEntry } from '@mbari/contract/photos/challenges';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { fillIn } from '../../platform/markdown/views.ts';
import { viewImage } from '../posts/views.ts';
import type { listEntryImages, OwnEntryRow, ResultRow } from './entry-queries.ts';
import type { ChallengeRow, ListedChallengeRow } from './queries.ts';

export const viewListed = (row: Omit<ListedChallengeRow, 'cursor'>, covers: ReadonlyMap<string, Image | undefined>): ListedChallenge => ({
  id: row.id,
  title: row.title,
  state: row.state,
  starts_at: row.starts_at.toISOString(),
  entries_end_at: row.entries_end_at.toISOString(),
  voting_end_at: row.voting_end_at.toISOString(),
  entries_count: row.entries_count,
  cover: covers.get(row.shown_id ?? '') ?? null,
});

export const viewChallenge = (
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

export const viewResult = ({ id, photo_id: _photoId, rank: _rank, ...row }: ResultRow, photo: Photo): ChallengeResult => ({
  entry_id: id,
  ...row,
  photo,
});
