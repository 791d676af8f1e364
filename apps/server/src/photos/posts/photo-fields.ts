import type * as calls from '@mbari/contract/photos/posts';
import type { z } from 'zod';
import type { Statements } from '../../platform/db/database.ts';
import type { Change } from '../../platform/db/table.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { removeImages } from '../../platform/images/queries.ts';
import type { authored } from '../table.ts';
import { restorePhotoOf } from './delete-photo.ts';
import { removePhotoImages, setPendingDeleted } from './queries.ts';

type PhotoFields = Partial<z.output<typeof calls.createPhoto.shape.body>>;

/** An empty field clears its column; a missing field leaves it unchanged. */
export const columnsOf = <Title extends string | undefined>({
  title,
  description,
  location_name,
  license,
  audience,
  warning,
  is_comparison,
}: PhotoFields & { title: Title }): Change<typeof authored> & { title: Title } => ({
  title,
  description: description === '' ? null : description,
  location_name: location_name === '' ? null : location_name,
  license: license === '' ? null : license,
  audience: audience === '' ? null : audience,
  warning: warning === '' ? null : warning,
  is_comparison,
});

export const photoTexts = ({ title, description, location_name, warning, alt = [] }: PhotoFields): Record<string, string | undefined> => ({
  title,
  description,
  location_name,
  warning,
  ...Object.fromEntries(alt.map((words, index) => [`alt.${index}`, words])),
});

/** Text of a pending post below its title, for organisers. */
export const pendingBody = ({ description, location_name }: PhotoFields): string =>
  [description, location_name].filter((words) => words !== undefined && words !== '').join('\n\n');

/** Publishes a post that an organiser approved. */
export async function postPendingPhoto(tx: Statements, organiser: Pick<Viewer, 'id'>, photoId: string): Promise<void> {
  await restorePhotoOf(tx, organiser, photoId);
  tx.hint('feed', photoId);
}

/** Deletes a withdrawn or declined post and its images. */
export async function discardPendingPhoto(tx: Statements, photoId: string): Promise<void> {
  if ((await setPendingDeleted(tx, photoId)) === 0) return;
  const images = await removePhotoImages(tx, photoId);
  await removeImages(
    tx,
    images.map(({ image_id }) => image_id),
  );
}
