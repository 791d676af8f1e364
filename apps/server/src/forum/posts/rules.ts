import type { Viewer } from '../../platform/http/viewer.ts';

type Actor = Pick<Viewer, 'id' | 'role'>;

const isOrganiser = ({ role }: Actor): boolean => role !== 'member';

export const mayReply = (viewer: Actor, { is_locked }: { is_locked: boolean }): boolean => !is_locked || isOrganiser(viewer);

export const mayEditForumPost = (viewer: Actor, authorId: string | null, { is_locked }: { is_locked: boolean }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && !is_locked);

/** The opening is deleted only with its topic. */
export const mayDeleteForumPost = (viewer: Actor, authorId: string | null, number: number): boolean =>
  number > 1 && (authorId === viewer.id || isOrganiser(viewer));

export const mayReadVersions = (viewer: Actor, authorId: string | null): boolean => authorId === viewer.id || isOrganiser(viewer);
