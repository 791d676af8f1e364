import type { CommentInConversation } from '@mbari/contract/shapes/comments';
import { type RefObject, useRef, useState } from 'react';

export interface Replying {
  to: CommentInConversation | null;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Sets the comment and focuses the field. */
  begin: (comment: CommentInConversation) => void;
  set: (comment: CommentInConversation | null) => void;
}

export function useReplying(): Replying {
  const [to, set] = useState<CommentInConversation | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  return {
    to,
    field,
    set,
    begin: (comment) => {
      set(comment);
      field.current?.focus();
    },
  };
}
