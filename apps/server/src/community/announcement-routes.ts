import * as calls from '@mbari/contract/announcements';
import { answers } from '../platform/english.ts';
import { idAfter, literalLimit } from '../platform/http/lists.ts';
import { route } from '../platform/http/route.ts';
import { isId } from '../platform/ids.ts';
import { notFound } from '../platform/refusal.ts';
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from './announce.ts';
import { addDismissal, listAnnouncementRows } from './announcement-queries.ts';
import { viewAnnouncement } from './announcement-views.ts';

export const announcementRoutes = [
  route(calls.listAnnouncements, async ({ context, query: { per_page, cursor } }) => {
    const rows = await listAnnouncementRows(context.db, idAfter(cursor), literalLimit(per_page + 1));
    const shown = rows.slice(0, per_page);
    return {
      data: shown.map(viewAnnouncement),
      meta: { per_page, next_cursor: rows.length > per_page ? (shown.at(-1)?.id ?? null) : null },
    };
  }),
  route(calls.createAnnouncement, async ({ context, member, body }) => ({
    data: await createAnnouncement(context, member, body),
    message: answers.announced,
  })),
  route(calls.updateAnnouncement, async ({ context, member, params, body }) => ({
    data: await updateAnnouncement(context, member, params.id, body),
    message: answers.announcementChanged,
  })),
  route(calls.deleteAnnouncement, async ({ context, member, params }) => {
    await deleteAnnouncement(context, member, params.id);
    return { message: answers.announcementDeleted };
  }),
  route(calls.dismissAnnouncement, async ({ context, member, params }) => {
    await context.limits.spend('settings by member', member.id);
    if (!isId(params.id) || (await addDismissal(context.db, member.id, params.id)) === 0) throw notFound();
    return { message: answers.announcementDismissed };
  }),
];
