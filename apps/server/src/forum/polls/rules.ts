import type { Viewer } from '../../platform/http/viewer.ts';

type Who = Pick<Viewer, 'id' | 'role'>;

/** Nobody votes in a locked topic, organisers neither: there the conversation has ended. */
export const mayVote = ({ is_closed, is_locked }: { is_closed: boolean; is_locked: boolean }): boolean => !is_closed && !is_locked;

/** Counts are for those who voted, so that nobody votes as others did. Where nobody can vote any more, they are for all. */
export const maySeeCounts = (poll: { is_closed: boolean; is_locked: boolean; mine: readonly string[] }): boolean =>
  poll.mine.length > 0 || !mayVote(poll);

/** Who voted for what is shown at the end, to everybody alike: to the author no sooner. */
export const maySeeVoters = ({ is_closed }: { is_closed: boolean }): boolean => is_closed;

/** The author of its post, and organisers. */
export const mayClosePoll = (viewer: Who, authorId: string | null): boolean => authorId === viewer.id || viewer.role !== 'member';
