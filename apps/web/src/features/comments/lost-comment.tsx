import * as words from '@mbari/words/unsent-words';
import { useState } from 'react';
import { findWords, rememberWords, scopeOfComment } from '~/lib/unsent-words.ts';
import { UnsentWords } from '~/ui/unsent-words.tsx';

/** A comment that was being written below a post that is gone, or where the member may no longer comment. */
export function LostComment({ photoId, why }: { photoId: string; why: 'photoDeleted' | 'commentsClosed' }) {
  const scope = scopeOfComment(photoId);
  const [text, setText] = useState(() => findWords(scope));
  const discard = () => {
    rememberWords(scope, '');
    setText('');
  };
  return <UnsentWords title={words[why]} text={text} onDiscard={discard} />;
}
