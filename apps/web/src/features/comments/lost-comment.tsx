import { useState } from 'react';
import { findWords, rememberWords } from '~/lib/unsent-words.ts';
import { UnsentWords } from '~/ui/unsent-words.tsx';

export const scopeOfComment = (photoId: string): string => `comment:${photoId}`;

/** A comment that was being written below a post that is gone, or where the member may no longer comment. */
export function LostComment({ photoId, title }: { photoId: string; title: string }) {
  const scope = scopeOfComment(photoId);
  const [text, setText] = useState(() => findWords(scope));
  const discard = () => {
    rememberWords(scope, '');
    setText('');
  };
  return <UnsentWords title={title} text={text} onDiscard={discard} />;
}
