import * as calls from '@mbari/contract/photos/followed-subjects';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { followCategory, followTag, listFollowedSubjects, unfollowCategory, unfollowTag } from './follow-subject.ts';

export const followedSubjectRoutes = [
  route(calls.followTag, async ({ context, member, params }) => {
    await followTag(context, member, params.tag);
    return { message: answers.tagFollowed, data: { is_following: true } };
  }),
  route(calls.unfollowTag, async ({ context, member, params }) => {
    await unfollowTag(context, member, params.tag);
    return { message: answers.tagUnfollowed, data: { is_following: false } };
  }),
  route(calls.followCategory, async ({ context, member, params }) => {
    await followCategory(context, member, params.id);
    return { message: answers.categoryFollowed, data: { is_following: true } };
  }),
  route(calls.unfollowCategory, async ({ context, member, params }) => {
    await unfollowCategory(context, member, params.id);
    return { message: answers.categoryUnfollowed, data: { is_following: false } };
  }),
  route(calls.listFollowedSubjects, async ({ context, member }) => ({ data: await listFollowedSubjects(context, member) })),
];
