'use no memo';

import * as sentences from '@mbari/words/sentences';
import { Spinner } from '~/platform/ui/spinner.tsx';

/** Shown until the session is known. */
export function LoadingExperience() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-s3 text-ink-quiet" role="status">
      <Spinner size={28} />
      <p>{sentences.loadingExperience}</p>
    </main>
  );
}
