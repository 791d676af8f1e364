import { listProfileSeries } from '@mbari/contract/people/profiles';
import { createSeries } from '@mbari/contract/photos/series';
import { seriesTitle as maxLength } from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/series';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SeriesCardLink } from '~/photos/series/series-card.tsx';
import { seriesChanged } from '~/platform/lib/cache-events/photos.ts';
import { call } from '~/platform/lib/call.ts';
import { profileSeriesKey } from '~/platform/lib/query-keys.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import type { ProfileTarget } from './profile-queries.ts';

const seriesOf = ({ username, as }: ProfileTarget, viewer: string) =>
  infiniteQueryOptions({
    queryKey: profileSeriesKey({ username: username.toLowerCase(), as: as ?? '', viewer }),
    queryFn: ({ pageParam, signal }) =>
      call(listProfileSeries, { params: { username }, query: { as, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

/** The member's series, newest first. */
export function SeriesTab({ target, isOwn }: { target: ProfileTarget; isOwn: boolean }) {
  const { user } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const list = useInfiniteQuery(seriesOf(target, user?.id ?? ''));
  const make = useLazyDialog(async () => (await import('~/photos/make-dialog.tsx')).MakeDialog);
  const create = async (title: string) => {
    const { data } = await call(createSeries, { body: { title } });
    void seriesChanged(client);
    await navigate({ to: '/series/$id', params: { id: data.id } });
  };
  return (
    <section aria-label={words.manySeries}>
      <PagedList list={list} failed={words.listFailed} empty={<NoSeries isOwn={isOwn} onMake={make.open} />}>
        {(series) => (
          <>
            {isOwn && (
              <p className="series-make">
                <Button kind="quiet" onClick={make.open}>
                  {words.newSeries}
                </Button>
              </p>
            )}
            <div className="series-list">
              {series.map((card) => (
                <SeriesCardLink key={card.id} card={card} authorId={isOwn ? user?.id : undefined} />
              ))}
            </div>
          </>
        )}
      </PagedList>
      {make.Dialog && <make.Dialog words={makeWords} maxLength={maxLength} onMake={create} onClose={make.close} />}
    </section>
  );
}

const makeWords = {
  make: words.newSeries,
  title: words.title,
  titleMissing: words.titleMissing,
  create: words.create,
  saveFailed: words.saveFailed,
};

const NoSeries = ({ isOwn, onMake }: { isOwn: boolean; onMake: () => void }) =>
  isOwn ? (
    <EmptyState drawing="hanging" title={words.noneOwn} action={<Button onClick={onMake}>{words.newSeries}</Button>}>
      {words.noneOwnHint}
    </EmptyState>
  ) : (
    <EmptyState drawing="hanging" title={words.noneOthers} />
  );
