import type { listUndescribed } from '@mbari/contract/photos/descriptions';
import type { z } from 'zod';
import { hintRecipients, notify } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import { badCursor, literalLimit, sliceOf } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, lowestId, newId } from '../../platform/ids.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { screen, screenNew, spendAsMember } from '../../platform/screening/screen.ts';
import { columnsOf } from '../posts/photo-fields.ts';
import { presentPhotos } from '../posts/present-photos.ts';
import { lockPhoto, setPhoto } from '../posts/queries.ts';
import { requireOwnPhoto } from '../posts/update-photo.ts';
import { addProposal, findDescribedShare, listWaitingRows, setDeclined, setProposedAlt, type WaitingPlace } from './queries.ts';

/** Proposes an alternative text. Only its author reads it until it is accepted, so words that need a review are reported then. */
export async function proposeAlt(
  context: Context,
  viewer: Viewer,
  photoId: string,
  { image_id: imageId, text }: { image_id: string; text: string },
): Promise<void> {
  await spendAsMember(context, viewer, 'describe by member');
  if (!isId(photoId) || !isId(imageId)) throw notFound('photoNotFound');
  await screenNew(context, viewer, { text });
  await context.db.transaction(async (tx) => {
    const proposed = await addProposal(tx, viewer.id, photoId, { id: newId(), imageId, text });
    if (!proposed) throw notFound('photoNotFound');
    if (proposed.is_own) throw new Refusal('own_content', 'describeOwn');
    if (!proposed.takes_proposals) throw new Refusal('locked', 'descriptionsOff');
    if (proposed.is_described) throw new Refusal('conflict', 'describedMeanwhile');
    if (!proposed.is_added) throw new Refusal('conflict', 'proposalAnswered');
    await notify(tx, { type: 'described', memberIds: [proposed.owner_id], actorId: viewer.id, about: { kind: 'photo', id: photoId } });
  });
}

/** Gives the author's image the proposed text, which the author may have edited. */
export async function acceptAlt(context: Context, author: Viewer, photoId: string, proposalId: string, text: string): Promise<void> {
  const { id } = await requireOwnPhoto(context, author, photoId);
  await context.limits.spend('change by member', author.id);
  const listed = await screen(context, author, { text });
  await context.db.transaction(async (tx) => {
    const photo = await lockPhoto(tx, author.id, id);
    const accepted = photo && isId(proposalId) ? await setProposedAlt(tx, id, proposalId, text) : undefined;
    if (!photo || !accepted) throw notFound('proposalNotFound');
    if (!accepted.is_set) throw new Refusal('conflict', 'describedMeanwhile');
    await setPhoto(tx, id, { ...columnsOf({ title: undefined }), category_id: undefined });
    if (!photo.is_scheduled) await reportAutomatically(tx, 'photo', [{ id, listed }]);
    await hintRecipients(tx, 'photo', id);
    tx.hint('photo', id);
  });
}

export async function declineAlt(context: Context, author: Viewer, photoId: string, proposalId: string): Promise<void> {
  const { id } = await requireOwnPhoto(context, author, photoId);
  await context.limits.spend('save by member', author.id);
  await context.db.transaction(async (tx) => {
    if (!isId(proposalId) || (await setDeclined(tx, id, proposalId)) === 0) throw notFound('proposalNotFound');
    await hintRecipients(tx, 'photo', id);
    tx.hint('photo', id);
  });
}

export async function listWaiting(
  context: Context,
  viewer: Viewer,
  query: z.output<typeof listUndescribed.shape.query>,
): Promise<z.input<typeof listUndescribed.shape.answer>> {
  const { cursor, take } = sliceOf(query);
  const [rows, share] = await Promise.all([
    listWaitingRows(context.db, viewer.id, { after: placeOf(cursor), limit: literalLimit(take) }),
    findDescribedShare(context.db),
  ]);
  const page = rows.slice(0, query.per_page);
  const last = rows.length > query.per_page ? page.at(-1) : undefined;
  const photos = await presentPhotos(context, viewer, [...new Set(page.map(({ photo_id }) => photo_id))]);
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  return {
    data: page.flatMap(({ photo_id, image_id }) => {
      const photo = byId.get(photo_id);
      return photo ? { id: image_id, photo } : [];
    }),
    meta: {
      per_page: query.per_page,
      next_cursor: last ? `${last.proposals_count}.${last.position}.${last.photo_id}` : null,
      described_share: share,
    },
  };
}

function placeOf(cursor: string | undefined): WaitingPlace {
  if (cursor === undefined) return { proposals_count: -1, photo_id: lowestId, position: 0 };
  const [, count, position, id = ''] = /^(\d{1,9})\.([0-2])\.(.*)$/.exec(cursor) ?? [];
  if (!isId(id)) throw badCursor();
  return { proposals_count: Number(count), photo_id: id, position: Number(position) };
}
