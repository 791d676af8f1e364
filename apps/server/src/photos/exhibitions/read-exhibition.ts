import type * as calls from '@mbari/contract/photos/exhibitions';
import type { Exhibition, ExhibitionRoom, ListedExhibition } from '@mbari/contract/photos/exhibitions';
import type { Image, Photo } from '@mbari/contract/photos/posts';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { literalLimit, positionInTime, sliceOf } from '../../platform/http/lists.ts';
import type { ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, lowestId } from '../../platform/ids.ts';
import { fillIn } from '../../platform/markdown/render-body.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { notFound } from '../../platform/refusal.ts';
import { listPosts } from '../feed/list-posts.ts';
import { presentPhotosReadOnly } from '../posts/present-photos.ts';
import type { StoredRoom } from '../table.ts';
import {
  type CuratorRow,
  type ExhibitionRow,
  findExhibition,
  findPublicExhibition,
  listCurators,
  type ListedRow,
  listExhibitionRows,
} from './queries.ts';

export async function presentExhibition(context: Context, viewer: Viewer, id: string): Promise<calls.Exhibition> {
  return present(context, viewer, await requireExhibition(context, viewer, id));
}

/** Throws the same `not_found` for hidden and missing exhibitions. */
export async function requireExhibition({ db }: Context, viewer: Viewer, id: string): Promise<ExhibitionRow> {
  const row = isId(id) ? await findExhibition(db, viewer.id, id) : undefined;
  if (!row) throw notFound('exhibitionNotFound');
  return row;
}

/** Returns a room with all its works that the viewer may see. */
export async function readRoom(context: Context, viewer: Viewer, id: string, number: string): Promise<ReadyJson> {
  const row = await requireExhibition(context, viewer, id);
  const room = row.sees_rooms && /^[1-9]\d?$/.test(number) ? row.rooms[Number(number) - 1] : undefined;
  if (!room) throw notFound('exhibitionNotFound');
  const { title, text } = room;
  const items = itemsOf(row, room);
  const ids = items.flatMap((item) => ('photo_id' in item ? item.photo_id : []));
  return listPosts(context, viewer, { ids, meta: { room: { title, text, works_count: acceptedIn(items).length, items } } });
}

export interface PublicExhibition {
  exhibition: calls.Exhibition;
  /** Works of all rooms, in order. */
  photos: Photo[];
  /** Members can read a guest book. */
  hasGuestBook: boolean;
}

/** Returns an exhibition as visitors see it. */
export async function readPublicExhibition(context: Context, id: string): Promise<PublicExhibition | undefined> {
  const row = await findPublicExhibition(context.db, id);
  if (!row) return undefined;
  const ids = row.works.map(({ photo_id }) => photo_id);
  const [exhibition, photos] = await Promise.all([present(context, null, row), presentPhotosReadOnly(context, null, ids)]);
  return { exhibition, photos, hasGuestBook: row.guest_book !== null };
}

async function present(context: Context, viewer: Viewer | null, row: ExhibitionRow): Promise<calls.Exhibition> {
  const firstIds = row.sees_rooms ? row.rooms.flatMap((room) => acceptedIn(itemsOf(row, room)).slice(0, 1)) : [];
  const [curators, covers] = await Promise.all([
    listCurators(context.db, viewer?.id ?? null, [row.id]),
    findCovers(context, viewer, firstIds),
  ]);
  return viewExhibition(row, viewer?.id ?? null, curators, covers);
}

const findCovers = async (context: Context, viewer: Viewer | null, ids: readonly string[]): Promise<Map<string, Image | undefined>> =>
  new Map((await presentPhotosReadOnly(context, viewer, ids)).map(({ id, images }) => [id, images[0]]));

type ListQuery = z.output<typeof calls.listExhibitions.shape.query>;
type List = z.output<typeof calls.listExhibitions.shape.answer>;

export async function listExhibitions(context: Context, viewer: Viewer, { state, per_page, cursor }: ListQuery): Promise<List> {
  const limit = literalLimit(sliceOf({ per_page, cursor }).take);
  const after = state === 'coming' && cursor === undefined ? { time: '-infinity', id: lowestId } : positionInTime(cursor);
  const rows = await listExhibitionRows(context.db, viewer.id, state, { after, limit });
  const page = rows.slice(0, per_page);
  const [curators, covers] = await Promise.all([
    listCurators(
      context.db,
      viewer.id,
      page.map(({ id }) => id),
    ),
    findCovers(
      context,
      viewer,
      page.flatMap(({ cover_id }) => cover_id ?? []),
    ),
  ]);
  const next_cursor = rows.length > per_page ? (page.at(-1)?.cursor ?? null) : null;
  return { data: page.map((row) => viewListed(row, curators, covers)), meta: { per_page, next_cursor } };
}

const findNothing = (): undefined => undefined;

/** First image of the first work of a room or an exhibition, by the post's id. */
type Covers = ReadonlyMap<string, Image | undefined>;

const viewExhibition = (row: ExhibitionRow, viewerId: string | null, curators: readonly CuratorRow[], covers: Covers): Exhibition => {
  const rooms = row.sees_rooms ? row.rooms.map((room) => viewRoom(row, room, covers)) : [];
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    body_html: fillIn(row.body_html, { usernameOf: findNothing, photoOf: findNothing, sourceOf: findNothing }),
    state: row.state,
    opens_at: row.opens_at?.toISOString() ?? null,
    closes_at: row.closes_at?.toISOString() ?? null,
    curators: viewCurators(curators, row.id),
    invited: row.is_curator ? curators.filter(({ is_invited }) => is_invited).map(viewAuthor) : [],
    works_count: rooms.reduce((sum, { works_count }) => sum + works_count, 0),
    cover: rooms.find(({ cover }) => cover)?.cover ?? null,
    guest_book: viewerId === null ? null : row.guest_book,
    rooms,
    created_at: row.created_at.toISOString(),
    version: row.revision,
    viewer: {
      may_edit: row.is_curator,
      may_delete: row.is_only_curator,
      is_invited: row.is_invited,
      requests_count: row.works.filter((work) => work.is_own && work.state === 'requested').length,
    },
  };
};

const viewListed = (
  { id, title, state, opens_at, closes_at, works_count, cover_id }: ListedRow,
  curators: readonly CuratorRow[],
  covers: Covers,
): ListedExhibition => ({
  id,
  title,
  state,
  opens_at: opens_at?.toISOString() ?? null,
  closes_at: closes_at?.toISOString() ?? null,
  curators: viewCurators(curators, id),
  works_count,
  cover: covers.get(cover_id ?? '') ?? null,
});

const viewCurators = (curators: readonly CuratorRow[], id: string) =>
  curators.filter(({ exhibition_id, is_invited }) => exhibition_id === id && !is_invited).map(viewAuthor);

function viewRoom(row: ExhibitionRow, room: StoredRoom, covers: Covers): ExhibitionRoom {
  const { title, text } = room;
  const items = itemsOf(row, room);
  const shown = acceptedIn(items);
  return { title, text, works_count: shown.length, cover: covers.get(shown[0] ?? '') ?? null, items };
}

/** Wall texts, and works that the viewer may see. */
function itemsOf({ works }: ExhibitionRow, { items }: StoredRoom): ExhibitionRoom['items'] {
  const workOf = new Map(works.map((work) => [work.photo_id, { ...work, is_own: work.is_own === true }]));
  return items.flatMap((item) => ('text' in item ? item : (workOf.get(item.photo_id) ?? [])));
}

const acceptedIn = (items: ExhibitionRoom['items']): string[] =>
  items.flatMap((item) => ('photo_id' in item && item.state === 'accepted' ? item.photo_id : []));
