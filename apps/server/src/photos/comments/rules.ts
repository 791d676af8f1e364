import type { Viewer } from '../../platform/http/viewer.ts';

/** Authors, the owner of the post and organisers may delete a comment. */
export const mayDeleteComment = (viewer: Pick<Viewer, 'id' | 'role'>, authorId: string, photoOwnerId: string): boolean =>
  authorId === viewer.id || photoOwnerId === viewer.id || viewer.role !== 'member';
