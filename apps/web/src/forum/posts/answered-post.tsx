'use no memo';

import type { ForumPost } from '@mbari/contract/forum/posts';
import * as words from '@mbari/words/forum-posts';
import { inPost } from '@mbari/words/muted-words';
import { Link } from '@tanstack/react-router';
import { CornerUpLeft } from 'lucide-react';
import { type FocusEvent, useId, useState } from 'react';
import { isImeKey } from '~/platform/lib/is-ime-key.ts';
import { Folded } from '~/platform/text/folded.tsx';
import { useFold } from '~/platform/text/use-muted-words.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { isolateNames } from '~/platform/ui/isolate-names.tsx';
import type { TopicOfPost } from './topic-of-post.ts';

interface AnsweredPostProps {
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
        {isOpen && <Beginning {...{ topic, answered, fold }} onLeave={() => setOpen(false)} />}
      </div>
    </div>
  );
}

interface BeginningProps extends AnsweredPostProps {
  fold: ReturnType<typeof useFold>;
  onLeave: () => void;
}

/** The excerpt, folded if it contains a muted word. */
function Beginning({ topic, answered, fold, onLeave }: BeginningProps) {
  const { author, number, excerpt, topic: elsewhere } = answered;
  const { folded, show, shownRef } = fold;
  const { id, slug } = elsewhere ?? topic;
  return (
    <>
      <p className="flex items-center gap-s2 font-semibold">
        <Avatar src={author.avatar_url} size={24} />
        <span className="truncate" dir="auto">
          {author.name}
        </span>
      </p>
      {folded ? (
        <p className="answered-excerpt italic">
          <Folded why={inPost} onShow={show} />
        </p>
      ) : (
        <p ref={shownRef} tabIndex={shownRef && -1} className="answered-excerpt" dir="auto">
          {isolateNames(excerpt)}
        </p>
      )}
      <Link
        to="/forum/t/$id/{-$slug}/{-$number}"
        params={{ id, slug, number: String(number) }}
        preload={false}
        className="link text-t15"
        onClick={onLeave}
      >
        {elsewhere ? words.goToPostIn({ number, title: elsewhere.title }) : words.goToPost({ number })}
      </Link>
    </>
  );
}
