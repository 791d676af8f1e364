import type { CameraData } from '@mbari/contract/shapes/camera-data';
import type { Viewer } from '../../platform/http/viewer.ts';

/** A post is changed by whoever posted it, and by nobody else. */
export const mayEditPhoto = (viewer: Pick<Viewer, 'id'>, ownerId: string): boolean => ownerId === viewer.id;

/** … and deleted by them or an organiser. */
export const mayDeletePhoto = (viewer: Pick<Viewer, 'id' | 'role'>, ownerId: string): boolean =>
  ownerId === viewer.id || viewer.role !== 'member';

/** Kept is what is shown, and no more. What the file says itself goes first; browsers send it of files that they made smaller. */
export const cameraToKeep = (isShown: boolean | undefined, inFile: CameraData | null, sent: CameraData | undefined): CameraData | null => {
  const camera = inFile ?? sent;
  return isShown && camera && Object.keys(camera).length > 0 ? camera : null;
};
