import * as words from '@mbari/words/unsent-words';
import { useState } from 'react';
import { findUnsentText, storeUnsentText, scopeOfComment } from '~/platform/lib/unsent-text.ts';
import { UnsentText } from '~/platform/ui/unsent-text.tsx';

/** Unsent comment on a post that is deleted or closed to comments. */
export function UnsentComment({ photoId, isDeleted = false }: { photoId: string; isDeleted?: boolean }) {
  const scope = scopeOfComment(photoId);
  const [text, setText] = useState(() => findUnsentText(scope));
  const discard = () => {
    storeUnsentText(scope, '');
    setText('');
  };
  return <UnsentText title={isDeleted ? words.photoDeleted : words.commentsClosed} text={text} onDiscard={discard} />;
}
