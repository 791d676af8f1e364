import * as limits from '@mbari/contract/limits';
import { relativeDate } from '~/lib/relative-date.ts';

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
