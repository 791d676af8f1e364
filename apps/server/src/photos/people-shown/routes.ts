import * as calls from '@mbari/contract/photos/people-shown';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { answerNameRequest, listRequests, namePerson, placePerson, unnamePerson } from './name-person.ts';

export const peopleShownRoutes = [
  route(calls.namePerson, async ({ context, member, params, body }) => {
    await namePerson(context, member, params.id, body.username);
    return { message: answers.personAsked };
  }),
  route(calls.unnamePerson, async ({ context, member, params }) => {
    await unnamePerson(context, member, params.id, params.memberId);
    return { message: answers.nameTaken };
  }),
  route(calls.placePerson, async ({ context, member, params, body }) => {
    await placePerson(context, member, params.id, params.memberId, body.place);
    return { message: answers.placeSaved };
  }),
  route(calls.answerNameRequest, async ({ context, member, params, body }) => {
    await answerNameRequest(context, member, params.id, body.answer);
    return { message: answers.nameAnswered };
  }),
  route(calls.listNameRequests, ({ context, member, query }) => listRequests(context, member, query)),
];
