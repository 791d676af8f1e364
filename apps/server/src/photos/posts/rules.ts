import type { CameraData } from '@mbari/contract/photos/camera-data';
import type { Viewer } from '../../platform/http/viewer.ts';

export const mayEditPhoto = (viewer: Pick<Viewer, 'id'>, ownerId: string): boolean => ownerId === viewer.id;

export const mayDeletePhoto = (viewer: Pick<Viewer, 'id' | 'role'>, ownerId: string): boolean =>
  ownerId === viewer.id || viewer.role !== 'member';

/**
 * Returns the camera data to store; null unless the author shows it. The file's own data takes precedence over the data in the request,
 * which is needed if the browser resized the image.
 */
export const cameraToKeep = (
  isShown: boolean | undefined,
  fileCamera: CameraData | null,
  requestCamera: CameraData | undefined,
): CameraData | null => {
  const camera = fileCamera ?? requestCamera;
  return isShown && camera && Object.keys(camera).length > 0 ? camera : null;
};
