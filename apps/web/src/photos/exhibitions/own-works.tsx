import { answerWorkRequest, type Exhibition, type ExhibitionItem } from '@mbari/contract/photos/exhibitions';
import type { Photo } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/exhibitions';
import { saving } from '@mbari/words/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Thumbnail } from '~/photos/series/ordered-works.tsx';
import { exhibitionChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { roomNumbers, useWorks } from './exhibition-queries.ts';

type Work = Extract<ExhibitionItem, { photo_id: string }>;

const isOwn = (item: ExhibitionItem): item is Work => 'photo_id' in item && item.is_own;

/** The viewer's works in the exhibition, each with its answer. Curators see only what they are asked, because they hang their own works themselves. */
export function OwnWorks({ exhibition }: { exhibition: Exhibition }) {
  const { may_edit, requests_count } = exhibition.viewer;
  const works = useWorks(exhibition, roomNumbers(exhibition, isOwn));
  const own = exhibition.rooms.flatMap(({ items }) => items.filter(isOwn)).filter(({ state }) => !may_edit || state === 'requested');
  if (own.length === 0) return null;
  return (
    <section className="exhibition-section" aria-labelledby="own-works">
      <h2 id="own-works" className="exhibition-heading">
        {words.ownWorks}
      </h2>
      {requests_count > 0 && <p className="own-works-asked">{words.requests({ count: requests_count })}</p>}
      {works.isError && <FetchFailed message={words.worksFailed} busy={works.isFetching} onRetry={works.retry} />}
      <ul className="own-works">
        {own.map((work) => {
          const photo = works.photos.get(work.photo_id);
          if (photo) return <OwnWork key={work.photo_id} id={exhibition.id} photo={photo} state={work.state} />;
          return works.isPending && <li key={work.photo_id} aria-hidden="true" />;
        })}
      </ul>
    </section>
  );
}

function OwnWork({ id, photo, state }: { id: string; photo: Photo; state: Work['state'] }) {
  const client = useQueryClient();
  const { busy, run } = useAction(async (isAccepted: boolean) => {
    const answer = await call(answerWorkRequest, { params: { id, photoId: photo.id }, body: { is_accepted: isAccepted } });
    exhibitionChanged(client, answer.data);
  }, words.saveFailed);
  return (
    <li aria-busy={busy}>
      <Link to="/post/$id" params={{ id: photo.id }} className="own-work">
        <Thumbnail photo={photo} />
        <span className="min-w-0">
          <span className="block font-semibold [overflow-wrap:anywhere]" dir="auto">
            {photo.title}
          </span>
          <span className="block text-t15 text-ink-meta">{ownStates[state]}</span>
        </span>
      </Link>
      <span className="flex flex-wrap gap-s2">
        {state !== 'accepted' && (
          <Button kind={state === 'requested' ? 'filled' : 'quiet'} busy={busy && saving} onClick={() => void run(true)}>
            {words.accept}
          </Button>
        )}
        {state !== 'declined' && (
          <Button kind="quiet" aria-disabled={busy} onClick={() => void run(false)}>
            {state === 'requested' ? words.decline : words.withdraw}
          </Button>
        )}
      </span>
    </li>
  );
}

const ownStates: Record<Work['state'], string> = {
  requested: words.ownRequested,
  accepted: words.ownAccepted,
  declined: words.ownDeclined,
};
