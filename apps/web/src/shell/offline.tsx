'use no memo';

import * as words from '@mbari/words/offline';
import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { isComposerOpen, openComposer, openComposerWith } from '~/photos/composer/composer-host.tsx';
import { openSharedFiles } from '~/photos/composer/open-shared-files.ts';
import { draftWaits } from '~/photos/composer/stored-draft.ts';
import { askServerAgain, currentLine, watchConnection, watchLine } from '~/platform/connection/connection-state.ts';
import { startOfflineCaching } from '~/platform/connection/offline-caching.ts';
import { unsentMessages } from '~/platform/lib/unsent-text.ts';
import { happened } from '~/platform/ui/happened-time.tsx';

/** Sends the post and the messages that were written offline. The post keeps its idempotency key, so that several attempts or tabs send it once. */
function sendQueued(): void {
  if (draftWaits() && !isComposerOpen() && navigator.onLine) openComposerWith([], { isQueued: true });
  if (!Object.keys(localStorage).some((name) => name.startsWith(unsentMessages))) return;
  void import('~/messages/send-unsent.ts').then(
    ({ sendAllUnsent }) => sendAllUnsent(),
    () => undefined,
  );
}

/** Stores pages for offline use and shows the connection state. */
export function Offline({ memberId }: { memberId: string }) {
  const client = useQueryClient();
  useEffect(() => startOfflineCaching(memberId), [memberId]);
  useEffect(() => {
    sendQueued();
    void openSharedFiles().catch(() => undefined);
    return watchConnection(client, sendQueued);
  }, [client]);
  const { isLost, seconds, keptAt } = useSyncExternalStore(watchLine, currentLine);
  return (
    <>
      <p role="status" className="sr-only">
        {isLost && words.offline}
      </p>
      {isLost && (
        <aside className="strip" data-offline>
          <CloudOff size={20} strokeWidth={1.6} aria-hidden="true" />
          <p className="strip-words">
            {words.offline}
            {keptAt !== null && <span> · {words.keptWhen({ when: happened(new Date(keptAt).toISOString()) })}</span>}
          </p>
          {draftWaits() && (
            <button type="button" className="strip-act" onClick={openComposer}>
              {words.waiting}
            </button>
          )}
          <button type="button" className="strip-act strip-quiet tabular-nums" onClick={askServerAgain}>
            {seconds === null ? words.trying : words.tryingIn({ seconds: String(seconds) })}
          </button>
        </aside>
      )}
    </>
  );
}
