export const topicFilters = ['unread', 'following', 'mine', 'unanswered'] as const;
/** Which topics are listed; without one, all. */
export type TopicFilter = (typeof topicFilters)[number];

export const topicSorts = ['new', 'top'] as const;
/** In which order; without one, those with the newest posts first. */
export type TopicSort = (typeof topicSorts)[number];

/** What the address asks for; what there is not is as if it were not said. */
export const topicsOfAddress = (asked: {
  filter?: string;
  sort?: string;
}): { filter?: TopicFilter | undefined; sort?: TopicSort | undefined } => ({
  filter: topicFilters.find((filter) => filter === asked.filter),
  sort: topicSorts.find((sort) => sort === asked.sort),
});
