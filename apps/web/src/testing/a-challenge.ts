import type { Challenge, OwnEntry } from '@mbari/contract/photos/challenges';
import { anImage } from './a-photo.ts';

export const anEntry = (own: Partial<OwnEntry> = {}): OwnEntry => ({
  id: 'entry-1',
  photo_id: 'photo-1',
  title: 'Adire',
  image: anImage(),
  counts: true,
  feedback: [],
  ...own,
});

interface OwnChallenge extends Partial<Omit<Challenge, 'viewer'>> {
  viewer?: Partial<Challenge['viewer']>;
}

/** Returns a running challenge, as a member sees it who has not entered. */
export const aChallenge = ({ viewer, ...own }: OwnChallenge = {}): Challenge => ({
  id: 'challenge-1',
  title: 'Long shadows',
  state: 'running',
  starts_at: '2026-01-02T03:04:05Z',
  entries_end_at: '2026-01-09T03:04:05Z',
  voting_end_at: '2026-01-12T03:04:05Z',
  entries_count: 12,
  cover: null,
  body: '',
  body_html: '',
  rules: '',
  cover_id: null,
  entries_each: 1,
  open_to: 'everyone',
  method: 'pairs',
  topic: null,
  created_at: '2026-01-01T03:04:05Z',
  version: 3,
  viewer: { may_edit: false, may_enter: true, may_vote: true, votes_count: 0, entries: [], ...viewer },
  ...own,
});
