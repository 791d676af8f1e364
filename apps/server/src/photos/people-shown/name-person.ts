import type { Spot } from '@mbari/contract/photos/comments';
import type { listNameRequests } from '@mbari/contract/photos/people-shown';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import { hintRecipients, notify } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit, sliceOf } from '../../platform/http/lists.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { because, invalid, notFound } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/queries.ts';
import { spendAsMember } from '../../platform/screening/screen.ts';
import { presentPhotos } from '../posts/present-photos.ts';
import { requireOwnPhoto } from '../posts/update-photo.ts';
import { addPersonShown, listRequestedIds, removePersonShown, setNameAnswer, setPlace } from './queries.ts';

/** Names a member in the author's own post, and asks them. */
export async function namePerson(context: Context, author: Viewer, photoId: string, username: string): Promise<void> {
  const { id } = await requireOwnPhoto(context, author, photoId);
  await spendAsMember(context, author, 'name by member');
  await context.db.transaction(async (tx) => {
    if (!(await lockWriter(tx, author.id))) throw unauthenticated();
    // PostgreSQL rejects zero bytes, and no name contains one.
    const name = username.trim().replace(/^@/, '').toLowerCase().replaceAll('\0', ' ');
    const person = await addPersonShown(tx, author.id, id, name);
    if (!person) throw invalid({ username: ['personUnknown'] });
    if (!person.may_be_named) throw invalid({ username: ['personNotNamed'] });
    if (person.is_full) throw invalid({ username: [because('tooManyPeople', { most: limits.peopleShown })] });
    if (!person.is_added) return;
    await notify(tx, { type: 'named', memberIds: [person.member_id], actorId: author.id, about: { kind: 'photo', id } });
    tx.hint('photo', id);
  });
}

export async function unnamePerson(context: Context, author: Viewer, photoId: string, memberId: string): Promise<void> {
  const { id } = await requireOwnPhoto(context, author, photoId);
  await context.limits.spend('save by member', author.id);
  await context.db.transaction(async (tx) => {
    if (!isId(memberId) || (await removePersonShown(tx, author.id, id, memberId)) === 0) return;
    await hintRecipients(tx, 'photo', id);
    tx.hint('photo', id);
  });
}

/** Marks a named member in an image of the author's own post, or removes the mark. */
export async function placePerson(context: Context, author: Viewer, photoId: string, memberId: string, place: Spot | null): Promise<void> {
  const { id } = await requireOwnPhoto(context, author, photoId);
  await context.limits.spend('save by member', author.id);
  if (place && !isId(place.image_id)) throw invalid({ place: ['pinImageGone'] });
  await context.db.transaction(async (tx) => {
    const placed = isId(memberId) ? await setPlace(tx, author.id, id, memberId, place) : undefined;
    if (!placed) throw invalid({ place: ['personNotNamed'] });
    if (!placed.is_in_post) throw invalid({ place: ['pinImageGone'] });
    tx.hint('photo', id);
  });
}

/** Sets the viewer's answer. An acceptance notifies the author. */
export async function answerNameRequest(
  context: Context,
  viewer: Viewer,
  id: string,
  answer: 'asked' | 'accepted' | 'refused',
): Promise<void> {
  await context.limits.spend('save by member', viewer.id);
  await context.db.transaction(async (tx) => {
    const named = isId(id) ? await setNameAnswer(tx, viewer.id, id, answer) : undefined;
    if (!named) throw notFound('photoNotFound');
    await hintRecipients(tx, 'photo', id);
    if (answer === 'accepted')
      await notify(tx, { type: 'name_accepted', memberIds: [named.owner_id], actorId: viewer.id, about: { kind: 'photo', id } });
    tx.hint('photo', id);
  });
}

export async function listRequests(
  context: Context,
  viewer: Viewer,
  query: z.output<typeof listNameRequests.shape.query>,
): Promise<z.input<typeof listNameRequests.shape.answer>> {
  const { cursor, take } = sliceOf(query);
  const { per_page } = query;
  const ids = await listRequestedIds(context.db, viewer.id, { before: idAfter(cursor), limit: literalLimit(take) });
  const page = ids.slice(0, per_page);
  return {
    data: await presentPhotos(context, viewer, page),
    meta: { per_page, next_cursor: ids.length > per_page ? (page.at(-1) ?? null) : null },
  };
}
