import type * as calls from '@mbari/contract/photos/exhibitions';
import * as limits from '@mbari/contract/platform/limits';
import type { z } from 'zod';
import { hintRecipients, notifyOfExhibition, notifyOfRequest, withdrawRequest } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import { because, changedMeanwhile, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { lockWriter } from '../../platform/screening/queries.ts';
import { markdownTexts, screen, spendAsMember } from '../../platform/screening/screen.ts';
import type { StoredRoom } from '../table.ts';
import {
  addCurator,
  addExhibition,
  type ExhibitionRow,
  findGuestBook,
  listHiddenWorks,
  listUnannounced,
  lockExhibition,
  removeExhibition,
  removeInvitation,
  removeOwnCurating,
  setAnnounced,
  setCuratorAccepted,
  setExhibition,
  setExhibitionRemoved,
  setWorkState,
} from './queries.ts';
import { presentExhibition, requireExhibition } from './read-exhibition.ts';

type Created = z.output<typeof calls.createExhibition.shape.body>;

export async function createExhibition(context: Context, curator: Viewer, { title, body = '' }: Created): Promise<string> {
  await spendAsMember(context, curator, 'change by member');
  const { html = '' } = await renderTexts(context, curator, { title, body });
  const id = newId();
  await writeAs(context, curator, async (tx) => {
    if ((await addExhibition(tx, { id, memberId: curator.id, title, body, html })) === 0)
      throw invalid({ title: [because('tooManyExhibitions', { most: limits.exhibitions })] });
  });
  return id;
}

type Edit = z.output<typeof calls.updateExhibition.shape.body>;

/** Throws `conflict` with the stored exhibition if it was edited since `version`. */
export async function updateExhibition(context: Context, curator: Viewer, id: string, { version, ...edit }: Edit): Promise<void> {
  await context.limits.spend('change by member', curator.id);
  const stored = await requireCurated(context, curator, id);
  const { html } = await renderTexts(context, curator, edit);
  if (edit.topic_id) await requireGuestBook(context, curator, edit.topic_id);
  const rooms = edit.rooms && (await arrange(context, curator, stored, edit.rooms));
  const photoIds = rooms?.flatMap(({ items }) => items.flatMap((item) => ('photo_id' in item ? item.photo_id : [])));
  const isSaved = await writeAs(context, curator, async (tx) => {
    const changed = await setExhibition(tx, curator.id, id, {
      ...{ version, photoIds, rooms, title: edit.title, body: edit.body, body_html: html, topic_id: edit.topic_id },
      ...timesOf(edit),
    });
    if (changed) await notifyOfRequest(tx, { type: 'work_requested', exhibitionId: id, memberIds: changed.asked_ids, actorId: curator.id });
    return changed !== undefined;
  });
  if (!isSaved) throw changedMeanwhile(await presentExhibition(context, curator, id));
}

/** Opening and closing times are sent together. */
const timesOf = ({ opens_at: opens, closes_at: closes }: Pick<Edit, 'opens_at' | 'closes_at'>) =>
  opens === undefined
    ? { opens_at: undefined, closes_at: undefined }
    : { opens_at: opens === null ? null : new Date(opens), closes_at: closes ? new Date(closes) : null };

/** Returns the sent rooms as they are stored, with the works that the curator cannot see in their places. */
async function arrange({ db }: Context, { id: viewerId }: Viewer, stored: ExhibitionRow, sent: NonNullable<Edit['rooms']>) {
  const rooms = sent.map(({ title, text = '', items }): StoredRoom => ({
    title,
    text,
    items: items.flatMap(({ photo_id, text: words }) =>
      words !== undefined ? { text: words } : photo_id !== undefined && isId(photo_id) ? { photo_id } : [],
    ),
  }));
  return withHiddenWorks(rooms, stored.rooms, new Set(await listHiddenWorks(db, viewerId, stored.id)));
}

async function requireGuestBook({ db }: Context, { id }: Viewer, topicId: string): Promise<void> {
  if (!isId(topicId) || !(await findGuestBook(db, id, topicId))) throw invalid({ topic_id: ['noSuchGuestBook'] });
}

export async function deleteExhibition(context: Context, curator: Viewer, id: string): Promise<void> {
  await context.limits.spend('delete by member', curator.id);
  await requireCurated(context, curator, id);
  await writeAs(context, curator, async (tx) => {
    await hintRecipients(tx, 'exhibition', id);
    if ((await removeExhibition(tx, curator.id, id)) === 0) throw new Refusal('not_empty', 'exhibitionHasCurators');
  });
}

/** Removes an exhibition as an organiser who does not curate it, or restores it. Returns the first curator's id. */
export async function moderateExhibition(tx: Statements, organiser: Pick<Viewer, 'id'>, id: string, isRemoved: boolean): Promise<string> {
  const exhibition = isId(id) ? await setExhibitionRemoved(tx, organiser.id, id, isRemoved) : undefined;
  if (!exhibition) throw notFound('exhibitionNotFound');
  await hintRecipients(tx, 'exhibition', id);
  return exhibition.owner_id;
}

/** Accepts, declines or withdraws the viewer's own work. */
export async function answerWorkRequest(
  context: Context,
  artist: Viewer,
  { id, photoId, isAccepted }: { id: string; photoId: string; isAccepted: boolean },
): Promise<void> {
  await context.limits.spend('save by member', artist.id);
  await requireExhibition(context, artist, id);
  await writeAs(context, artist, async (tx) => {
    if (!isId(photoId) || (await setWorkState(tx, artist.id, id, photoId, isAccepted)) === 0) throw notFound('exhibitionNotFound');
  });
}

/** Throws `not_found` for hidden and missing exhibitions, and `not_owner` for visible ones that the viewer does not curate. */
async function requireCurated(context: Context, viewer: Viewer, id: string): Promise<ExhibitionRow> {
  const row = await requireExhibition(context, viewer, id);
  if (!row.is_curator) throw new Refusal('not_owner', 'exhibitionOfOthers');
  return row;
}

/** Locks the account, so that concurrent writes cannot exceed a limit together. */
const writeAs = <Result>({ db }: Context, { id }: Viewer, work: (tx: Statements) => Promise<Result>): Promise<Result> =>
  db.transaction(async (tx) => {
    // The account was closed or suspended after the session lookup.
    if (!(await lockWriter(tx, id))) throw unauthenticated();
    return work(tx);
  });

/** Notifies followers and artists of exhibitions that have opened. Safe to interrupt and to repeat: a unique key allows one notification per member. */
export const announceExhibitions: Task = async (_payload, { context: { db }, signal }) => {
  for (const { id } of await listUnannounced(db)) {
    await notifyOfExhibition(db, id, signal);
    await setAnnounced(db, id);
  }
};

/** Renders the body, and screens the given texts. */
async function renderTexts(
  context: Context,
  curator: Viewer,
  { title, body, rooms }: Partial<Pick<Edit, 'title' | 'body' | 'rooms'>>,
): Promise<{ html: string | undefined }> {
  const rendered = body === undefined ? undefined : await renderBody(context, body);
  const wallTexts = rooms?.flatMap((room) => [room.title, room.text, ...room.items.map(({ text }) => text)]).join('\n');
  await screen(context, curator, {
    title,
    ...(rendered && body !== undefined && { body: markdownTexts({ body, ...rendered }) }),
    rooms: wallTexts,
  });
  return { html: rendered?.html };
}

type Item = StoredRoom['items'][number];

const isWork = (item: Item): item is { photo_id: string } => 'photo_id' in item;

/** Returns the rooms with the hidden works of the stored ones in the same places, as far as a room has space. */
function withHiddenWorks(rooms: readonly StoredRoom[], stored: readonly StoredRoom[], hidden: ReadonlySet<string>): StoredRoom[] {
  const arranged = rooms.map((room) => ({ ...room, items: room.items.filter((item) => !isWork(item) || !hidden.has(item.photo_id)) }));
  for (const [number, { items }] of stored.entries()) {
    const room = arranged[Math.min(number, arranged.length - 1)];
    for (const [position, item] of items.entries())
      if (room && isWork(item) && hidden.has(item.photo_id) && room.items.filter(isWork).length < limits.roomWorks)
        room.items.splice(position, 0, item);
  }
  return arranged;
}

export async function inviteCurator(context: Context, curator: Viewer, id: string, memberId: string): Promise<void> {
  await context.limits.spend('change by member', curator.id);
  await requireCurated(context, curator, id);
  await writeAs(context, curator, async (tx) => {
    await lockExhibition(tx, id);
    const noMember = () => invalid({ member_id: ['noSuchCurator'] });
    if (!isId(memberId)) throw noMember();
    const { is_member, was_in, is_added } = await addCurator(tx, curator.id, id, memberId);
    if (!is_member) throw noMember();
    if (!is_added && !was_in) throw invalid({ member_id: [because('tooManyCurators', { most: limits.exhibitionCurators })] });
    if (is_added) await notifyOfRequest(tx, { type: 'exhibition_invited', exhibitionId: id, memberIds: [memberId], actorId: curator.id });
  });
}

export async function acceptCurating(context: Context, member: Viewer, id: string): Promise<void> {
  await context.limits.spend('change by member', member.id);
  await requireExhibition(context, member, id);
  await writeAs(context, member, async (tx) => {
    if ((await setCuratorAccepted(tx, member.id, id)) === 0) throw notFound('exhibitionNotFound');
  });
}

/** Ends the viewer's own curating, or takes an invitation back. Curators who accepted leave by themselves. */
export async function removeCurator(context: Context, viewer: Viewer, id: string, memberId: string): Promise<void> {
  await context.limits.spend('change by member', viewer.id);
  if (memberId === viewer.id) return leave(context, viewer, id);
  await requireCurated(context, viewer, id);
  if (!isId(memberId)) return;
  await writeAs(context, viewer, async (tx) => {
    if ((await removeInvitation(tx, id, memberId)) > 0) await withdrawRequest(tx, 'exhibition_invited', id, [memberId]);
  });
}

async function leave(context: Context, member: Viewer, id: string): Promise<void> {
  const { is_curator, is_invited } = await requireExhibition(context, member, id);
  await writeAs(context, member, async (tx) => {
    await lockExhibition(tx, id);
    const isGone = (await removeOwnCurating(tx, member.id, id)) > 0;
    if (!isGone && (is_curator || is_invited)) throw new Refusal('not_empty', 'lastCurator');
    if (isGone) await withdrawRequest(tx, 'exhibition_invited', id, [member.id]);
  });
}
