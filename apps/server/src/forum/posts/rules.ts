import type { Viewer } from '../../platform/http/viewer.ts';

type Who = Pick<Viewer, 'id' | 'role'>;

const isOrganiser = ({ role }: Who): boolean => role !== 'member';

/** In a locked topic, only organisers may reply. */
export const mayReply = (viewer: Who, { is_locked }: { is_locked: boolean }): boolean => !is_locked || isOrganiser(viewer);

/** Allowed for its author while the topic is open, and for organisers. */
export const mayEditForumPost = (viewer: Who, authorId: string | null, { is_locked }: { is_locked: boolean }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && !is_locked);

/** Allowed for its author and organisers, except for the opening, which is deleted with its topic. */
export const mayDeleteForumPost = (viewer: Who, authorId: string | null, number: number): boolean =>
  number > 1 && (authorId === viewer.id || isOrganiser(viewer));

/** Allowed for its author and organisers. */
export const mayReadVersions = (viewer: Who, authorId: string | null): boolean => authorId === viewer.id || isOrganiser(viewer);
