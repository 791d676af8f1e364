import * as calls from '@mbari/contract/forum/drafts';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { listDrafts } from './draft-queries.ts';
import { deleteForumDraft, readForumDraft, saveForumDraft, viewListedDraft } from './save-draft.ts';

export const forumDraftRoutes = [
  route(calls.listForumDrafts, async ({ context, member }) => ({ data: (await listDrafts(context.db, member.id)).map(viewListedDraft) })),
  route(calls.readForumDraft, async ({ context, member, params }) => ({ data: await readForumDraft(context, member, params.place) })),
  route(calls.saveForumDraft, async ({ context, member, params, body }) => ({
    message: answers.draftKept,
    data: await saveForumDraft(context, member, params.place, body),
  })),
  route(calls.deleteForumDraft, async ({ context, member, params }) => {
    await deleteForumDraft(context, member, params.place);
    return { message: answers.draftDeleted };
  }),
];
