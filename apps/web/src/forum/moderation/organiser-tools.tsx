import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Topic } from '@mbari/contract/forum/topics';
import * as words from '@mbari/words/forum-moderation';
import { Split } from 'lucide-react';
import type { MenuItem } from '~/platform/ui/menu.tsx';
import { OrganiserMenu } from './organiser-menu.tsx';
import { ChoosePost, PostChoiceBar } from './post-choice.tsx';
import { RestorePostButton } from './restore-post-button.tsx';
import type { PostChoice } from './use-post-choice.ts';

/** Tools for organisers, in a chunk that other members do not load. */
export const organiserTools = {
  topicMenu: (topic: Topic, choice: PostChoice) => <OrganiserMenu topic={topic} onSplit={() => choice.start()} />,
  abovePost: (post: ForumPost, choice: PostChoice) => <ChoosePost post={post} choice={choice} />,
  belowPost: (post: ForumPost) => post.is_deleted && <RestorePostButton post={post} />,
  belowTopic: (topic: Topic, choice: PostChoice) => <PostChoiceBar topic={topic} choice={choice} />,
  postMenuItems: (post: ForumPost, choice: PostChoice): MenuItem[] =>
    post.number === 1 || choice.chosen !== null
      ? []
      : [
          {
            label: words.chooseToSplit,
            icon: <Split size={18} strokeWidth={1.6} aria-hidden="true" />,
            onChoose: () => choice.start(post),
          },
        ],
};
