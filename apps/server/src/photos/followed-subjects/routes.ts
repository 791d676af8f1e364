import * as calls from '@mbari/contract/photos/followed-subjects';
import { route } from '../../platform/http/route.ts';
import { answers } from '../../platform/languages.ts';
import { followCategory, followTag, unfollowCategory, unfollowTag } from './follow-subject.ts';
import { listFollowedCategories, listFollowedTags } from './queries.ts';

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
  route(calls.listFollowedSubjects, async ({ context, member }) => {
    const [tags, categories] = await Promise.all([listFollowedTags(context.db, member.id), listFollowedCategories(context.db, member.id)]);
    return { data: { tags, categories } };
  }),
];
