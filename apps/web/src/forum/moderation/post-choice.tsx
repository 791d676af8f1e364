import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Topic } from '@mbari/contract/forum/topics';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/forum-moderation';
import { cancel } from '@mbari/words/ui';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import type { PostChoice } from './use-post-choice.ts';
import './forum-moderation.css';

interface ChoosePostProps {
  post: ForumPost;
  choice: PostChoice;
}

/** The opening cannot be moved. */
export function ChoosePost({ post, choice: { chosen, toggle } }: ChoosePostProps) {
  if (chosen === null || post.is_deleted) return null;
  if (post.number === 1) return <p className="post-choice">{words.openingStays}</p>;
  const isChosen = chosen.some(({ id }) => id === post.id);
  return (
    <label className="post-choice" data-chosen={isChosen || undefined}>
      <input type="checkbox" checked={isChosen} onChange={() => toggle(post)} aria-label={words.choosePost({ number: post.number })} />
      {words.chooseToSplit}
    </label>
  );
}

export function PostChoiceBar({ topic, choice: { chosen, stop } }: { topic: Topic; choice: PostChoice }) {
  const split = useLazyDialog(async () => (await import('./split-dialog.tsx')).SplitDialog);
  if (chosen === null) return null;
  const isTooMany = chosen.length > limits.splitPosts;
  return (
    <section className="post-choice-bar" aria-label={words.choosing}>
      <p role="status">{isTooMany ? words.tooMany({ most: limits.splitPosts }) : words.chosen({ count: chosen.length })}</p>
      <Button kind="quiet" onClick={stop}>
        {cancel}
      </Button>
      <Button aria-disabled={chosen.length === 0 || isTooMany} onClick={() => chosen.length > 0 && !isTooMany && split.open()}>
        {words.splitButton}
      </Button>
      {split.Dialog && <split.Dialog topic={topic} posts={chosen} onSplit={stop} onClose={split.close} />}
    </section>
  );
}
