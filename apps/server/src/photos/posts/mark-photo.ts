import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { changeOthersPhoto } from './delete-photo.ts';
import { setOthersWarning, setWarningEntry } from './queries.ts';

/** Sets or, with null, removes the content warning of a post as an organiser. Returns the owner's id. */
export const markPhotoOf = (tx: Statements, organiser: Pick<Viewer, 'id'>, photoId: string, warning: string | null): Promise<string> =>
  changeOthersPhoto(tx, organiser, photoId, (_, viewerId) => setOthersWarning(tx, viewerId, photoId, warning));

/** Names the organisers' act that set the warning, so that the author can appeal but not change it. */
export const citeMark = (tx: Statements, photoId: string, entryId: string): Promise<number> => setWarningEntry(tx, photoId, entryId);
