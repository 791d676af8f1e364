import type { Viewer } from '../../platform/http/viewer.ts';

/** A comment is deleted by its author, the owner of the post, or an organiser. */
export const mayDeleteComment = (viewer: Pick<Viewer, 'id' | 'role'>, authorId: string, photoOwnerId: string): boolean =>
  authorId === viewer.id || photoOwnerId === viewer.id || viewer.role !== 'member';
