import * as limits from '@mbari/contract/limits';
import { relativeDate } from '~/lib/relative-date.ts';
import type { TopicFilter, TopicSort } from './topic-filters.ts';

export const posts = (count: number): string => (count === 1 ? '1 post' : `${inThousands(count)} posts`);
export const postsOf = (count: number): string => (count === 1 ? 'post' : 'posts');
export const newPosts = (count: number): string => `${count >= limits.unreadPosts ? `${limits.unreadPosts}+` : count} new`;
export const unread = 'Unread:';
export const pinned = 'Pinned';
export const pinnedUntil = (day: string): string => `Pinned until ${day}`;
export const locked = 'Locked';
export const lockedTopic = 'This topic is locked: only organisers write in it.';
export const solved = 'Solved';
export const muted = 'Muted';
export const goToAnswer = (number: number): string => `Solved in post ${number}`;
export const inCategory = (name: string): string => `in ${name}`;

export const loadingTopics = 'Loading topics';
export const topicsFailed = 'The topics could not be loaded';
export const topicsFailedHint = 'The connection may have dropped.';
export const moreTopics = 'More topics';
export const newTopic = 'New topic';
export const startTopic = 'Start a topic';
export const searchForum = 'Search the forum';

export const discussPhoto = 'Discuss in the forum';
export const aboutPhoto = 'In the forum';

export const viewOf = 'What to show';
export const viewPosts = 'Posts';
export const viewGallery = 'Gallery';

export const topicNotFound = 'Topic not found';
export const topicNotFoundHint = 'It may have been taken down, or it was never here.';
export const topicFailed = 'The topic could not be loaded';
export const topicFailedHint = 'The connection may have dropped.';
export const backToForum = 'Back to the forum';
export const moreOfTopic = 'More for this topic';
export const copyLink = 'Copy link';
export const deleteTopic = 'Delete topic';

/** An empty list, by what was asked for: a title and a sentence. */
export const nothingFound: Record<TopicFilter | 'all', { title: string; hint: string }> = {
  all: { title: 'Nothing here yet', hint: 'The first topic may be yours.' },
  unread: { title: 'You have read everything', hint: 'New posts in topics you follow will be listed here.' },
  following: {
    title: 'You follow no topics yet',
    hint: 'Topics you start or reply in are followed by themselves; others by a press of Follow.',
  },
  mine: { title: 'You have started no topic yet', hint: 'What you start will be listed here.' },
  unanswered: { title: 'Nothing waits for an answer', hint: 'Every topic has been replied to.' },
};

export const filterLabel = 'Topics';
export const filterWords: Record<TopicFilter | 'all', string> = {
  all: 'All',
  unread: 'Unread',
  following: 'Following',
  mine: 'Mine',
  unanswered: 'Unanswered',
};
export const sortLabel = 'Order';
export const sortWords: Record<TopicSort | 'latest', string> = { latest: 'Latest', new: 'Newest', top: 'Top' };

export const inThousands = (count: number): string => count.toLocaleString('en');

const [minute, hour] = [60_000, 3_600_000];

/** '20 minutes ago', '2 hours ago', then 'Yesterday' and so on. */
export function timeAgo(iso: string, now = new Date()): string {
  const ago = now.getTime() - Date.parse(iso);
  const day = relativeDate(iso, now, 'en-GB');
  if (day !== 'Today') return day;
  if (ago < minute) return 'Just now';
  const [count, unit] = ago < hour ? [Math.floor(ago / minute), 'minute'] : [Math.floor(ago / hour), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
