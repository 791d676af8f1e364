import type { TopicFilter, TopicSort } from './topic-filters.ts';

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
