import type { Viewer } from '../../platform/http/viewer.ts';

type Actor = Pick<Viewer, 'id' | 'role'>;

/** Not even organisers vote in a locked topic. */
export const mayVote = ({ is_closed, is_locked }: { is_closed: boolean; is_locked: boolean }): boolean => !is_closed && !is_locked;

/** Counts stay hidden until the viewer voted or voting ended, so that they do not influence the vote. */
export const maySeeCounts = (poll: { is_closed: boolean; is_locked: boolean; mine: readonly string[] }): boolean =>
  poll.mine.length > 0 || !mayVote(poll);

/** The author sees voters no earlier than others. */
export const maySeeVoters = ({ is_closed }: { is_closed: boolean }): boolean => is_closed;

export const mayClosePoll = (viewer: Actor, authorId: string | null): boolean => authorId === viewer.id || viewer.role !== 'member';
