import type { Exhibition, ExhibitionItem, ExhibitionRoom } from '@mbari/contract/photos/exhibitions';
import { aPhoto } from './a-photo.ts';

export const aWork = (photo_id: string, own: Partial<Extract<ExhibitionItem, { photo_id: string }>> = {}): ExhibitionItem => ({
  photo_id,
  state: 'accepted',
  is_own: false,
  ...own,
});

export const aRoom = (own: Partial<ExhibitionRoom> = {}): ExhibitionRoom => ({
  title: 'The long wall',
  text: '',
  works_count: 1,
  cover: null,
  items: [aWork('photo-1')],
  ...own,
});

/** Returns an open exhibition, as its only curator sees it. */
export const anExhibition = (own: Partial<Exhibition> = {}): Exhibition => ({
  id: 'exhibition-1',
  title: 'Four o’clock',
  state: 'open',
  opens_at: '2026-01-02T03:04:05Z',
  closes_at: null,
  curators: [aPhoto().user],
  works_count: 1,
  cover: null,
  body: '',
  body_html: '',
  invited: [],
  guest_book: null,
  rooms: [aRoom()],
  created_at: '2026-01-02T03:04:05Z',
  version: 3,
  viewer: { may_edit: true, may_delete: true, is_invited: false, requests_count: 0 },
  ...own,
});
