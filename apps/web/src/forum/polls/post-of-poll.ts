import type { ForumPost } from '@mbari/contract/forum/posts';

export type PostOfPoll = Pick<ForumPost, 'id' | 'topic_id' | 'number'>;
