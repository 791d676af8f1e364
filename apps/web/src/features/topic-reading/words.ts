import * as limits from '@mbari/contract/limits';
import { relativeDate } from '~/lib/relative-date.ts';

export const jumpFailed = 'That post could not be loaded. Please try again.';
export const postsFetchFailed = 'The posts could not be loaded';
export const postsFetchFailedHint = 'The connection may have dropped.';
export const loadingPosts = 'Loading the posts';
export const earlierPosts = 'Show earlier posts';
export const laterPosts = 'Show later posts';
export const position = 'Position in the topic';
export const openPosition = 'Go to another post';

export const postOf = (number: number, last: number): string => `Post ${number} of ${last}`;
export const post = (number: number): string => `Post ${number}`;
export const of = (last: number): string => `of ${last}`;
export const firstOn = (iso: string): string => `First, ${dayAndMonth(iso)}`;
export const latestOn = (iso: string): string => `Latest, ${inSentence(iso)}`;

export const newCount = (count: number): string => `${count >= limits.unreadPosts ? `${limits.unreadPosts}+` : count} new`;
export const newSince = (count: number, iso: string): string => `${newCount(count)} since ${sinceDay(iso)}`;
export const newPosts = (count: number, more: boolean): string =>
  count === 1 && !more ? '1 new post' : `${count}${more ? '+' : ''} new posts`;

/** '2 May', with the year where it is another one. */
export function dayAndMonth(iso: string, now = new Date()): string {
  const date = new Date(iso);
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(date.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
}

function inSentence(iso: string): string {
  const day = relativeDate(iso);
  return day === 'Today' || day === 'Yesterday' ? day.toLowerCase() : day.endsWith(' ago') ? day : dayAndMonth(iso);
}

/** 'today', 'yesterday', 'Thursday', '2 May': to stand after 'since'. */
function sinceDay(iso: string): string {
  const day = relativeDate(iso);
  if (day === 'Today' || day === 'Yesterday') return day.toLowerCase();
  return day.endsWith(' ago') ? new Date(iso).toLocaleDateString('en-GB', { weekday: 'long' }) : dayAndMonth(iso);
}

export const backTo = (category: string): string => `Back to ${category}`;
