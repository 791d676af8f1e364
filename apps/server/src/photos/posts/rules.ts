import type { CameraData } from '@mbari/contract/photos/camera-data';
import type { Viewer } from '../../platform/http/viewer.ts';

export const mayEditPhoto = (viewer: Pick<Viewer, 'id'>, ownerId: string): boolean => ownerId === viewer.id;

export const mayDeletePhoto = (viewer: Pick<Viewer, 'id' | 'role'>, ownerId: string): boolean =>
  ownerId === viewer.id || viewer.role !== 'member';

/**
 * Returns the camera data to store: none unless the author shows it. Data in the file takes precedence over data that the
 * browser sends for resized images.
 */
export const cameraToKeep = (
  isShown: boolean | undefined,
  fileCamera: CameraData | null,
  requestCamera: CameraData | undefined,
): CameraData | null => {
  const camera = fileCamera ?? requestCamera;
  return isShown && camera && Object.keys(camera).length > 0 ? camera : null;
};
