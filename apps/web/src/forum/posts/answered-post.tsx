'use no memo';

import type { ForumPost } from '@mbari/contract/forum/posts';
import * as words from '@mbari/words/forum-posts';
import { CornerUpLeft } from 'lucide-react';
import { type FocusEvent, lazy, Suspense, useId, useState } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import { useFold } from '~/platform/text/use-muted-words.ts';
import type { TopicOfPost } from './post-article.tsx';

const AnsweredExcerpt = lazy(async () => ({ default: (await import('./answered-excerpt.tsx')).AnsweredExcerpt }));

export interface AnsweredPostProps {
  topic: TopicOfPost;
  answered: NonNullable<ForumPost['reply_to']>;
}

/** The post replied to. Its excerpt opens on hover, focus or tap. */
export function AnsweredPost({ topic, answered }: AnsweredPostProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const fold = useFold(answered.author.id, () => answered.excerpt);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
  };
  return (
    <div
      className="answered"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
      onFocus={({ target }) => target.matches(':focus-visible') && setOpen(true)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Escape' && !isImeKey(event) && setOpen(false)}
    >
      <button
        type="button"
        className="answered-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={({ detail, currentTarget }) => {
          // For a mouse, hover has already opened the excerpt; taps and keys toggle it.
          if (detail === 0 || !currentTarget.parentElement?.matches(':hover') || !isOpen) setOpen(!isOpen);
        }}
      >
        <CornerUpLeft size={16} strokeWidth={1.6} aria-hidden="true" />
        <span dir="auto">{words.answers({ name: answered.author.name })}</span>
      </button>
      <div id={id} className="answered-card" hidden={!isOpen}>
        {isOpen && (
          <Suspense>
            <AnsweredExcerpt {...{ topic, answered, fold }} onLeave={() => setOpen(false)} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
