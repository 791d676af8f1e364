import * as limits from '@mbari/contract/platform/limits';
import { notifyOfRequest, withdrawRequest } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { addCurator, lockExhibition, removeInvitation, removeOwnCurating, setCuratorAccepted } from './edit-queries.ts';
import { requireExhibition } from './read-exhibition.ts';
import { requireCurated, writeAs } from './save-exhibition.ts';

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
