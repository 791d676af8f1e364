import type { Poll } from '@mbari/contract/forum/polls';

const id = (last: number): string => `01890000-0000-7000-8000-00000000010${last}`;

export const aPoll = (own: Partial<Poll> = {}): Poll => ({
  question: 'Which dye?',
  choices: [
    { id: id(1), text: 'Indigo', votes_count: null },
    { id: id(2), text: 'Kola', votes_count: null },
  ],
  several: false,
  closes_at: null,
  is_closed: false,
  voters_count: 3,
  mine: [],
  viewer: { may_vote: true, may_close: false },
  ...own,
});
