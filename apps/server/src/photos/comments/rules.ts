import type { Viewer } from '../../platform/http/viewer.ts';

export const mayDeleteComment = (viewer: Pick<Viewer, 'id' | 'role'>, authorId: string, photoOwnerId: string): boolean =>
  authorId === viewer.id || photoOwnerId === viewer.id || viewer.role !== 'member';
