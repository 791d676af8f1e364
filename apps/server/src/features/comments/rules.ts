import type { Viewer } from '../../http/viewer.ts';

/** A comment goes by the hand of who wrote it, of whose post it stands below, or of an organiser. */
export const mayDeleteComment = (viewer: Pick<Viewer, 'id' | 'role'>, authorId: string, photoOwnerId: string): boolean =>
  authorId === viewer.id || photoOwnerId === viewer.id || viewer.role !== 'member';
