import type { Exhibition, ExhibitionRoom, ListedExhibition } from '@mbari/contract/photos/exhibitions';
import type { Image } from '@mbari/contract/photos/posts';
import { fillIn } from '../../platform/markdown/views.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import type { StoredRoom } from '../table.ts';
import type { CuratorRow, ExhibitionRow, ListedRow } from './queries.ts';

const findNothing = (): undefined => undefined;

/** First image of the first work of a room or an exhibition, by the post's id. */
type Covers = ReadonlyMap<string, Image | undefined>;

export const viewExhibition = (
  row: ExhibitionRow,
  viewerId: string | null,
  curators: readonly CuratorRow[],
  covers: Covers,
): Exhibition => {
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

export const viewListed = (
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
export function itemsOf({ works }: ExhibitionRow, { items }: StoredRoom): ExhibitionRoom['items'] {
  const workOf = new Map(works.map((work) => [work.photo_id, { ...work, is_own: work.is_own === true }]));
  return items.flatMap((item) => ('text' in item ? item : (workOf.get(item.photo_id) ?? [])));
}

export const acceptedIn = (items: ExhibitionRoom['items']): string[] =>
  items.flatMap((item) => ('photo_id' in item && item.state === 'accepted' ? item.photo_id : []));
