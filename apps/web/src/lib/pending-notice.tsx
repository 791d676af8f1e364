import * as words from '@mbari/words/pending-posts';
import { toast } from './toast.ts';

/** Says that what was sent waits for an organiser, and leads to it. */
export const showPendingNotice = (message: string): void =>
  toast.blank(
    <>
      {message}{' '}
      <a className="link" href="/pending">
        {words.see}
      </a>
    </>,
  );
