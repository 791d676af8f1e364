import type { Viewer } from '../../platform/http/viewer.ts';

type Who = Pick<Viewer, 'id' | 'role'>;

const isOrganiser = ({ role }: Who): boolean => role !== 'member';

/** In a locked topic only organisers write. */
export const mayReply = (viewer: Who, { is_locked }: { is_locked: boolean }): boolean => !is_locked || isOrganiser(viewer);

/** Its author, while the topic is open, and organisers. */
export const mayEditForumPost = (viewer: Who, authorId: string | null, { is_locked }: { is_locked: boolean }): boolean =>
  isOrganiser(viewer) || (authorId === viewer.id && !is_locked);

/** Its author and organisers, but for the opening, which goes with its topic only. */
export const mayDeleteForumPost = (viewer: Who, authorId: string | null, number: number): boolean =>
  number > 1 && (authorId === viewer.id || isOrganiser(viewer));

/** Earlier versions are visible to the author and organisers. */
export const mayReadVersions = (viewer: Who, authorId: string | null): boolean => authorId === viewer.id || isOrganiser(viewer);
