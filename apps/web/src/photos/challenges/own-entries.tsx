import { type Challenge, type OwnEntry, withdrawEntry } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenges';
import { deleting } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSendingPost } from '~/photos/composer/composer-host.tsx';
import { Thumbnail } from '~/photos/series/ordered-works.tsx';
import { challengeOutdated } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { scheduledPostsKey } from '~/platform/lib/query-keys.ts';
import { ignoreNotFound } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';

/** The viewer's entries, and the new photo that is being sent to the challenge. */
export function OwnEntries({ challenge: { id, state, viewer } }: { challenge: Challenge }) {
  const { challengeId, place } = useSendingPost() ?? {};
  const isSending = challengeId === id;
  if (viewer.entries.length === 0 && !isSending) return null;
  return (
    <section className="exhibition-section" aria-labelledby="own-entries">
      <h2 id="own-entries" className="exhibition-heading">
        {words.ownEntries}
      </h2>
      <p className="own-works-asked text-t15 text-ink-meta">{words.ownEntriesHint}</p>
      {isSending && <div ref={place} className="challenge-sending" />}
      <ul className="own-works">
        {viewer.entries.map((entry) => (
          <Entry key={entry.id} challengeId={id} entry={entry} mayWithdraw={state === 'running' || state === 'voting'} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ challengeId, entry, mayWithdraw }: { challengeId: string; entry: OwnEntry; mayWithdraw: boolean }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { id, photo_id, title, image, counts } = entry;
  return (
    <li>
      <Link to="/post/$id" params={{ id: photo_id }} className="own-work">
        <Thumbnail photo={{ images: [image] }} />
        <span className="min-w-0">
          <span className="block font-semibold [overflow-wrap:anywhere]" dir="auto">
            {title}
          </span>
          {!counts && <span className="block text-t15 text-laterite-ink">{words.notCounted}</span>}
        </span>
      </Link>
      {mayWithdraw && (
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {words.withdraw}
        </Button>
      )}
      {asking && (
        <ConfirmAction
          title={words.withdrawTitle}
          question={words.withdrawQuestion}
          action={words.withdraw}
          busy={deleting}
          failed={words.withdrawFailed}
          done={words.withdrawn}
          act={async () => {
            await ignoreNotFound(call(withdrawEntry, { params: { id: challengeId, entryId: id } }));
            challengeOutdated(client, challengeId);
            void client.invalidateQueries({ queryKey: scheduledPostsKey });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
