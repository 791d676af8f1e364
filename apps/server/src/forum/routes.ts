import * as drafts from '@mbari/contract/forum/drafts';
import * as search from '@mbari/contract/forum/search';
import * as tracks from '@mbari/contract/forum/tracks';
import { route } from '../platform/http/route.ts';
import { answers } from '../platform/languages.ts';
import { listDrafts } from './draft-queries.ts';
import { deleteForumDraft, readForumDraft, saveForumDraft, viewListedDraft } from './save-draft.ts';
import { searchForum, viewSimilarTopic } from './search-forum.ts';
import { listSimilarRows } from './search-queries.ts';
import { readTopicUpTo, trackCategory, trackTopic, untrackCategory } from './track.ts';

export const forumDraftRoutes = [
  route(drafts.listForumDrafts, async ({ context, member }) => ({ data: (await listDrafts(context.db, member.id)).map(viewListedDraft) })),
  route(drafts.readForumDraft, async ({ context, member, params }) => ({ data: await readForumDraft(context, member, params.place) })),
  route(drafts.saveForumDraft, async ({ context, member, params, body }) => ({
    message: answers.draftKept,
    data: await saveForumDraft(context, member, params.place, body),
  })),
  route(drafts.deleteForumDraft, async ({ context, member, params }) => {
    await deleteForumDraft(context, member, params.place);
    return { message: answers.draftDeleted };
  }),
];

export const forumSearchRoutes = [
  route(search.searchForum, ({ context, member, query }) => searchForum(context, member, query)),
  route(search.listSimilarTopics, async ({ context, member, query }) => {
    await context.limits.spend('forum search by member', member.id);
    return { data: (await listSimilarRows(context.db, member.id, query.title)).map(viewSimilarTopic) };
  }),
];

export const forumTrackRoutes = [
  route(tracks.followTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'follow');
    return { message: answers.topicFollowed };
  }),
  route(tracks.unfollowTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'neither');
    return { message: answers.topicUnfollowed };
  }),
  route(tracks.muteTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'mute');
    return { message: answers.topicMuted };
  }),
  route(tracks.unmuteTopic, async ({ context, member, params }) => {
    await trackTopic(context, member, params.id, 'neither');
    return { message: answers.topicUnmuted };
  }),
  route(tracks.readTopicUpTo, async ({ context, member, params, body }) => ({
    message: answers.readingKept,
    data: await readTopicUpTo(context, member, params.id, body.number),
  })),
  route(tracks.followForumCategory, async ({ context, member, params }) => {
    await trackCategory(context, member, params.id, 'follow');
    return { message: answers.categoryFollowed };
  }),
  route(tracks.unfollowForumCategory, async ({ context, member, params }) => {
    await untrackCategory(context, member, params.id, 'follow');
    return { message: answers.categoryUnfollowed };
  }),
  route(tracks.muteForumCategory, async ({ context, member, params }) => {
    await trackCategory(context, member, params.id, 'mute');
    return { message: answers.categoryMuted };
  }),
  route(tracks.unmuteForumCategory, async ({ context, member, params }) => {
    await untrackCategory(context, member, params.id, 'mute');
    return { message: answers.categoryUnmuted };
  }),
];
