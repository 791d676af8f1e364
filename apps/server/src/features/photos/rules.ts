import type { Viewer } from '../../http/viewer.ts';

/** A post is changed by whoever posted it, and by nobody else. */
export const mayEditPhoto = (viewer: Pick<Viewer, 'id'>, ownerId: string): boolean => ownerId === viewer.id;

/** … and deleted by them or an organiser. */
export const mayDeletePhoto = (viewer: Pick<Viewer, 'id' | 'role'>, ownerId: string): boolean =>
  ownerId === viewer.id || viewer.role !== 'member';
