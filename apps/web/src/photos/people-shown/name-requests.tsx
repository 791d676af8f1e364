import { saveForumSettings } from '@mbari/contract/people/settings';
import { answerNameRequest, type nameAnswers } from '@mbari/contract/photos/people-shown';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/people-shown';
import { loadMore } from '@mbari/words/ui';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { namingRefused, peopleShownChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { itemsOf } from '~/platform/lib/query-cache.ts';
import { refreshUser } from '~/platform/lib/session.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Phrase } from '~/platform/ui/phrase.tsx';
import { nameRequests } from './name-request-queries.ts';
import './people-shown.css';

export function NameRequests() {
  const list = useInfiniteQuery(nameRequests);
  const photos = itemsOf(list.data);
  if (photos.length === 0) return <EmptyState drawing="quiet" title={words.noRequests} />;
  return (
    <>
      <ul className="name-requests">
        {photos.map((photo) => (
          <li key={photo.id}>
            <NameRequest photo={photo}>
              {photo.images[0] && (
                <Link
                  to="/post/$id"
                  params={{ id: photo.id }}
                  className="name-request-photo"
                  style={{ aspectRatio: photo.images[0].width / photo.images[0].height }}
                >
                  <Picture image={photo.images[0]} title={photo.title} sizes="(max-width: 640px) 100vw, 640px" letterboxed />
                </Link>
              )}
            </NameRequest>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMoreButton
          label={loadMore}
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}

type Answer = (typeof nameAnswers)[number];

/** The author's request to name the viewer. After the answer, one line with a way back. `children`: the photo, if it is not on the screen. */
export function NameRequest({ photo, children }: { photo: Photo; children?: ReactNode }) {
  const client = useQueryClient();
  const [answer, setAnswer] = useState<Answer>('asked');
  const [isRefusingAll, setRefusingAll] = useState(false);
  const { busy, run } = useAction(async (next: Answer) => {
    await call(answerNameRequest, { params: { id: photo.id }, body: { answer: next } });
    setAnswer(next);
    // A refusal is reversible here until the page is left, so the request stays.
    if (next === 'accepted') await peopleShownChanged(client, photo.id);
  }, words.failed);
  const line = useFocusAfterAnswer(answer);
  if (answer !== 'asked')
    return (
      <p ref={line} tabIndex={-1} className="name-answer">
        {answer === 'accepted' ? words.accepted : words.refused}{' '}
        <Button kind="text" aria-disabled={busy} onClick={() => void run('asked')}>
          {words.undo}
        </Button>
      </p>
    );
  return (
    <section className="name-request" aria-busy={busy}>
      {children}
      <p>
        <Phrase parts={words.request({ name: photo.user.name, b: (name) => <b dir="auto">{name}</b> })} />
      </p>
      <p className="text-t15 text-ink-meta">{words.requestHint}</p>
      <div className="flex flex-wrap gap-s2">
        <Button onClick={() => void run('accepted')}>{words.accept}</Button>
        <Button kind="quiet" onClick={() => void run('refused')}>
          {words.notMe}
        </Button>
        <Button kind="text" onClick={() => setRefusingAll(true)}>
          {words.refuseAll}
        </Button>
      </div>
      {isRefusingAll && (
        <ConfirmAction
          title={words.refuseAll}
          question={words.refuseAllQuestion}
          action={words.refuseAll}
          failed={words.failed}
          act={async () => {
            await call(saveForumSettings, { body: { may_be_named: false } });
            await refreshUser().catch(() => undefined);
            await namingRefused(client, photo.id);
          }}
          onClose={() => setRefusingAll(false)}
        />
      )}
    </section>
  );
}

/** The pressed button is gone after an answer, so its line takes the focus. */
function useFocusAfterAnswer(answer: Answer) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (answer !== 'asked') line.current?.focus();
  }, [answer]);
  return line;
}
