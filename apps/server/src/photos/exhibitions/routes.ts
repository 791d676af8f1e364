import * as calls from '@mbari/contract/photos/exhibitions';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { listExhibitions, presentExhibition, readRoom } from './read-exhibition.ts';
import {
  acceptCurating,
  answerWorkRequest,
  createExhibition,
  deleteExhibition,
  inviteCurator,
  removeCurator,
  updateExhibition,
} from './save-exhibition.ts';

export const exhibitionRoutes = [
  route(calls.listExhibitions, ({ context, member, query }) => listExhibitions(context, member, query)),
  route(calls.readExhibition, async ({ context, member, params }) => ({ data: await presentExhibition(context, member, params.id) })),
  route(calls.readRoom, ({ context, member, params }) => readRoom(context, member, params.id, params.number)),
  route(calls.createExhibition, async ({ context, member, body }) => {
    const id = await createExhibition(context, member, body);
    return { data: await presentExhibition(context, member, id), message: answers.exhibitionCreated };
  }),
  route(calls.updateExhibition, async ({ context, member, params, body }) => {
    await updateExhibition(context, member, params.id, body);
    return { data: await presentExhibition(context, member, params.id), message: answers.exhibitionSaved };
  }),
  route(calls.deleteExhibition, async ({ context, member, params }) => {
    await deleteExhibition(context, member, params.id);
    return { message: answers.exhibitionDeleted };
  }),
  route(calls.inviteCurator, async ({ context, member, params, body }) => {
    await inviteCurator(context, member, params.id, body.member_id);
    return { data: await presentExhibition(context, member, params.id), message: answers.curatorInvited };
  }),
  route(calls.acceptCurating, async ({ context, member, params }) => {
    await acceptCurating(context, member, params.id);
    return { data: await presentExhibition(context, member, params.id), message: answers.curatingAccepted };
  }),
  route(calls.removeCurator, async ({ context, member, params }) => {
    await removeCurator(context, member, params.id, params.memberId);
    return { message: answers.curatorRemoved };
  }),
  route(calls.answerWorkRequest, async ({ context, member, params, body }) => {
    await answerWorkRequest(context, member, { ...params, isAccepted: body.is_accepted });
    const message = body.is_accepted ? answers.workAccepted : answers.workDeclined;
    return { data: await presentExhibition(context, member, params.id), message };
  }),
];
