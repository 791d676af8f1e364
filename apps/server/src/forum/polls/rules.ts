import type { Viewer } from '../../platform/http/viewer.ts';

type Who = Pick<Viewer, 'id' | 'role'>;

/** Nobody votes in a locked topic, not even organisers. */
export const mayVote = ({ is_closed, is_locked }: { is_closed: boolean; is_locked: boolean }): boolean => !is_closed && !is_locked;

/** Counts stay hidden until the viewer voted, so that they do not influence the vote. Everyone sees them once voting has ended. */
export const maySeeCounts = (poll: { is_closed: boolean; is_locked: boolean; mine: readonly string[] }): boolean =>
  poll.mine.length > 0 || !mayVote(poll);

/** Voters become visible to everyone when the poll closes, and not earlier to the author. */
export const maySeeVoters = ({ is_closed }: { is_closed: boolean }): boolean => is_closed;

/** Allowed for the post's author and organisers. */
export const mayClosePoll = (viewer: Who, authorId: string | null): boolean => authorId === viewer.id || viewer.role !== 'member';
