export const topicFilters = ['unread', 'following', 'mine', 'unanswered'] as const;
export type TopicFilter = (typeof topicFilters)[number];

export const topicSorts = ['new', 'top'] as const;
/** Undefined: sorted by latest post. */
export type TopicSort = (typeof topicSorts)[number];

/** Ignores unknown values. */
export const topicsOfAddress = (search: {
  filter?: string;
  sort?: string;
}): { filter?: TopicFilter | undefined; sort?: TopicSort | undefined } => ({
  filter: topicFilters.find((filter) => filter === search.filter),
  sort: topicSorts.find((sort) => sort === search.sort),
});
