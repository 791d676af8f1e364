import type { Audience, CameraData } from '@mbari/contract/photos/post-fields';
import type { Viewer } from '../../platform/http/viewer.ts';
import { Refusal } from '../../platform/refusal.ts';

export const mayEditPhoto = (viewer: Pick<Viewer, 'id'>, ownerId: string): boolean => ownerId === viewer.id;

export const mayDeletePhoto = (viewer: Pick<Viewer, 'id' | 'role'>, ownerId: string): boolean =>
  ownerId === viewer.id || viewer.role !== 'member';

/** Without a plan, a post may be opened to more members, but not to fewer. An empty audience follows the author's setting. */
export function requireAudience(mayRestrict: boolean, audience: Audience | '' | undefined, before: Audience | null = null): void {
  if (mayRestrict || restriction[audience || 'public'] <= restriction[before ?? 'public']) return;
  throw new Refusal('upgrade_required', 'upgradeForPostVisibility', { errors: { audience: ['upgradeForPostVisibility'] } });
}

const restriction: Record<Audience, number> = { public: 0, followers: 1, me: 2 };

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
