import * as words from '@mbari/words/forum-drafts';
import type { Draft } from './use-draft.ts';
import './forum-drafts.css';

/** Announced to screen readers only after a failure. */
export function DraftStatus({ draft: { status } }: { draft: Draft }) {
  return (
    <>
      <p className="draft-status">{status === 'saved' ? words.saved : status === 'local' ? words.local : ''}</p>
      <p role="status" className="sr-only">
        {status === 'local' && words.local}
      </p>
    </>
  );
}
