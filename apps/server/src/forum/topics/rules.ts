import type { Viewer } from '../../platform/http/viewer.ts';

type Actor = Pick<Viewer, 'id' | 'role'>;

const isOrganiser = ({ role }: Actor): boolean => role !== 'member';

/** Permits pinning, locking and moving topics, and restoring posts. */
export const mayModerate = (viewer: Actor): boolean => isOrganiser(viewer);

export const mayEditTopic = (viewer: Actor, authorId: string | null, { is_locked }: { is_locked: boolean }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && !is_locked);

export const mayDeleteTopic = (viewer: Actor, authorId: string | null, { others_count }: { others_count: number }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && others_count === 0);

export const maySolveTopic = (viewer: Actor, authorId: string | null): boolean => isOrganiser(viewer) || authorId === viewer.id;
