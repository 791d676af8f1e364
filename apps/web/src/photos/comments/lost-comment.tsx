import * as words from '@mbari/words/unsent-words';
import { useState } from 'react';
import { findWords, rememberWords, scopeOfComment } from '~/platform/lib/unsent-words.ts';
import { UnsentWords } from '~/platform/ui/unsent-words.tsx';

/** Unsent comment on a post that is deleted or closed to comments. */
export function LostComment({ photoId, isDeleted = false }: { photoId: string; isDeleted?: boolean }) {
  const scope = scopeOfComment(photoId);
  const [text, setText] = useState(() => findWords(scope));
  const discard = () => {
    rememberWords(scope, '');
    setText('');
  };
  return <UnsentWords title={isDeleted ? words.photoDeleted : words.commentsClosed} text={text} onDiscard={discard} />;
}
