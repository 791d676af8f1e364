import type { ForumPost } from '@mbari/contract/shapes/forum-posts';

/** A post as far as its poll is concerned. */
export type PostOfPoll = Pick<ForumPost, 'id' | 'topic_id' | 'number'>;
