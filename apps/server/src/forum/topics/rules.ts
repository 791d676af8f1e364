import type { Viewer } from '../../platform/http/viewer.ts';

type Who = Pick<Viewer, 'id' | 'role'>;

const isOrganiser = ({ role }: Who): boolean => role !== 'member';

/** Pin, lock and move topics, and restore posts. */
export const mayModerate = (viewer: Who): boolean => isOrganiser(viewer);

export const mayEditTopic = (viewer: Who, authorId: string | null, { is_locked }: { is_locked: boolean }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && !is_locked);

export const mayDeleteTopic = (viewer: Who, authorId: string | null, { others_count }: { others_count: number }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && others_count === 0);

export const maySolveTopic = (viewer: Who, authorId: string | null): boolean => isOrganiser(viewer) || authorId === viewer.id;
