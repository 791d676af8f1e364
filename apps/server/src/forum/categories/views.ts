import type { ForumCategory } from '@mbari/contract/shapes/forum-categories';
import { viewLatestPost } from '../topics/views.ts';
import type { CategoryRow } from './queries.ts';

export const viewForumCategory = ({ latest_topic, created_at, ...row }: CategoryRow): ForumCategory => ({
  ...row,
  latest_topic: latest_topic && { ...latest_topic, latest_post: viewLatestPost(latest_topic.latest_post) },
  created_at: created_at.toISOString(),
});
