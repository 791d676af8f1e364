'use no memo';

import * as words from '@mbari/words/forum-posts';
import { inPost } from '@mbari/words/muted-words';
import { Link } from '@tanstack/react-router';
import { Folded } from '~/platform/text/folded.tsx';
import type { useFold } from '~/platform/text/use-muted-words.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { isolateNames } from '~/platform/ui/phrase.tsx';
import type { AnsweredPostProps } from './answered-post.tsx';

interface AnsweredExcerptProps extends AnsweredPostProps {
  fold: ReturnType<typeof useFold>;
  onLeave: () => void;
}

/** The excerpt, folded if it contains a muted word. */
export function AnsweredExcerpt({ topic, answered, fold, onLeave }: AnsweredExcerptProps) {
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
