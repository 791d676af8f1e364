import type { Poll } from '@mbari/contract/shapes/forum-polls';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { PollRow } from './queries.ts';
import { mayClosePoll, maySeeCounts, mayVote } from './rules.ts';

export function viewPoll(viewer: Viewer, row: PollRow, { is_locked }: { is_locked: boolean }): Poll {
  const { question, choices, several, closes_at, is_closed, voters_count, mine } = row;
  const showsCounts = maySeeCounts({ is_closed, is_locked, mine });
  return {
    question,
    choices: choices.map(({ id, text, votes_count }) => ({ id, text, votes_count: showsCounts ? votes_count : null })),
    several,
    closes_at: closes_at?.toISOString() ?? null,
    is_closed,
    voters_count,
    mine,
    viewer: { may_vote: mayVote({ is_closed, is_locked }), may_close: !is_closed && mayClosePoll(viewer, row.author_id) },
  };
}
