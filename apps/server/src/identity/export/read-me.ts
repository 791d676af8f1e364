import type { Words } from '@mbari/words/words-for';

export function composeReadMe({ exportArchive }: Words, name: string, madeAt: Date): string {
  const files: [names: string, description: string][] = [
    ['account.json, profile.json, settings.json', exportArchive.account],
    ['plan.json', exportArchive.plan],
    ['sessions.json', exportArchive.sessions],
    ['posts.json, series.json', exportArchive.posts],
    ['exhibitions.json', exportArchive.exhibitions],
    ['challenges.json', exportArchive.challenges],
    ['comments.json, likes.json, comment-likes.json', exportArchive.commentsAndLikes],
    ['saved-posts.json', exportArchive.savedPosts],
    ['named-in.json', exportArchive.namedIn],
    ['proposed-descriptions.json', exportArchive.proposed],
    ['forum-posts.json, forum-versions.json', exportArchive.forumPosts],
    ['forum-likes.json', exportArchive.forumLikes],
    ['forum-polls.json, forum-votes.json', exportArchive.forumPolls],
    ['forum-topics-read.json', exportArchive.forumTopicsRead],
    ['forum-categories.json', exportArchive.forumCategories],
    ['forum-drafts.json', exportArchive.forumDrafts],
    ['forum-images.json', exportArchive.forumImages],
    ['conversations.json, messages.json', exportArchive.messages],
    ['message-images.json, message-reactions.json', exportArchive.messageParts],
    ['invitations.json', exportArchive.invitations],
    ['following.json, followers.json', exportArchive.followings],
    ['blocks.json, mutes.json, reports.json, appeals.json, pending.json', exportArchive.blocks],
    ['notifications.json', exportArchive.notifications],
    ['images/', exportArchive.images],
  ];
  const title = exportArchive.title({ name, madeAt: `${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` });
  return [title, '', ...files.map(([names, description]) => `${names.padEnd(44)}${description}`), '', exportArchive.notes, ''].join('\n');
}
