import { type Challenge, type ChallengeResult, listResults } from '@mbari/contract/photos/challenges';
import * as words from '@mbari/words/challenge-results';
import { number } from '@mbari/words/format';
import { reportFeedback } from '@mbari/words/reports';
import { loadMore } from '@mbari/words/ui';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Flag } from 'lucide-react';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { Picture } from '~/photos/posts/picture.tsx';
import { SlideshowButton } from '~/photos/viewer/slideshow-button.tsx';
import { LoadImageButton } from '~/platform/connection/load-image-button.tsx';
import { call } from '~/platform/lib/call.ts';
import { resultsKey } from '~/platform/lib/query-keys.ts';
import { useSession } from '~/platform/lib/session.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Avatar } from '~/platform/ui/avatar.tsx';
import { IconButton } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { LoadMoreButton } from '~/platform/ui/load-more-button.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { Distribution } from './distribution.tsx';
import { Ranking, Thumb } from './ranking.tsx';
import './results.css';

const resultsOf = (challengeId: string) =>
  infiniteQueryOptions({
    queryKey: resultsKey(challengeId),
    queryFn: ({ pageParam, signal }) =>
      call(listResults, { params: { id: challengeId }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

/** Winners, ranking, distribution of the scores, organisers' mentions, and the viewer's entries with words of voters. */
export function Results({ challenge }: { challenge: Challenge }) {
  const list = useInfiniteQuery(resultsOf(challenge.id));
  const mention = useLazyDialog(async () => (await import('./mention-entry.tsx')).MentionEntry);
  const [mentioned, setMentioned] = useState<ChallengeResult>();
  const isAdmin = useSession().user?.role === 'admin';
  const own = new Set(challenge.viewer.entries.map(({ id }) => id));
  const { data } = list;
  if (!data)
    return list.isError ? (
      <FetchFailed message={words.failed} busy={list.isFetching} onRetry={() => void list.refetch()} />
    ) : (
      <p className="results-wait" role="status">
        <Spinner size={28} />
        <span className="sr-only">{words.loading}</span>
      </p>
    );
  const results = data.pages.flatMap((page) => page.data);
  const [first] = data.pages;
  const { method, votes_count } = first!.meta;
  const { own: ownResults, distribution } = first!;
  const onFirstPage = new Set(first!.data.map(({ entry_id }) => entry_id));
  const pinned = ownResults.filter(({ entry_id }) => !onFirstPage.has(entry_id));
  const photos = results.map(({ photo }) => photo);
  const isRanked = results.some(({ place }) => place !== null);
  const mentions = results.filter((result) => result.mention !== null);
  const onMention =
    isAdmin &&
    ((result: ChallengeResult) => {
      setMentioned(result);
      mention.open();
    });
  return (
    <div className="results">
      <div className="results-actions">
        <p className="text-t15 text-ink-meta">{words.votes({ count: votes_count })}</p>
        <SlideshowButton photos={photos} title={challenge.title} list={list} />
      </div>
      {results.length === 0 && (
        <EmptyState drawing="hanging" title={words.none}>
          {words.noneHint}
        </EmptyState>
      )}
      {isRanked && <Winners results={results.filter(({ place }) => place !== null && place <= 3)} />}
      <div className="results-columns">
        {results.length > 0 && (
          <Part title={isRanked ? words.ranking : words.tooFew} className="results-main">
            {isRanked ? (
              <Ranking {...{ results, pinned, method, own, onMention }} />
            ) : (
              <>
                <p className="results-hint">{words.tooFewHint}</p>
                <Photos results={results} onMention={onMention} />
              </>
            )}
            {list.hasNextPage && (
              <LoadMoreButton
                label={loadMore}
                busy={list.isFetchingNextPage}
                failed={list.isFetchNextPageError}
                onLoad={() => void list.fetchNextPage({ cancelRefetch: false })}
              />
            )}
          </Part>
        )}
        <div className="results-aside">
          {distribution.length > 0 && (
            <Part title={words.distribution({ count: distribution.reduce((sum, count) => sum + count, 0) })}>
              <Distribution counts={distribution} method={method} own={ownResults.map(({ score }) => score)} />
            </Part>
          )}
          {mentions.length > 0 && (
            <Part title={words.mentions}>
              <ul className="results-list">
                {mentions.map(({ entry_id, photo, mention: text }) => (
                  <li key={entry_id}>
                    <Thumb image={photo.images[0]} />
                    <p className="min-w-0">
                      <Link to="/post/$id" params={{ id: photo.id }} className="result-title">
                        <bdi>{photo.title}</bdi>
                      </Link>{' '}
                      <bdi className="text-t15 text-ink-meta">{photo.user.name}</bdi>
                      <span className="block [overflow-wrap:anywhere]" dir="auto">
                        {words.quote({ text: text ?? '' })}
                      </span>
                    </p>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {own.size > 0 && <OwnEntries entries={challenge.viewer.entries} />}
        </div>
      </div>
      {mention.Dialog && mentioned && <mention.Dialog challengeId={challenge.id} result={mentioned} onClose={mention.close} />}
    </div>
  );
}

function Part({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`results-part ${className}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const Winners = ({ results }: { results: readonly ChallengeResult[] }) => (
  <section aria-labelledby="challenge-winners">
    <h2 id="challenge-winners" className="sr-only">
      {words.winners}
    </h2>
    <Photos results={results} isFirst />
  </section>
);

interface PhotosProps {
  results: readonly ChallengeResult[];
  isFirst?: boolean;
  onMention?: false | ((result: ChallengeResult) => void);
}

const sizes = '(max-width: 760px) 100vw, 40vw';

/** Rows of equal height, with the place if there is one. */
function Photos({ results, isFirst = false, onMention = false }: PhotosProps) {
  return (
    <ol className="results-photos" data-first={isFirst || undefined}>
      {results.map((result) => {
        const { entry_id, place, photo } = result;
        const [image] = photo.images;
        if (image === undefined) return null;
        return (
          <li key={entry_id} style={{ '--ratio': image.width / image.height } as CSSProperties}>
            <div className="results-photo">
              <Link to="/post/$id" params={{ id: photo.id }}>
                <Picture image={image} sizes={sizes} first={isFirst} title={photo.title} />
              </Link>
              <LoadImageButton image={image} sizes={sizes} title={photo.title} />
            </div>
            <div className="results-label">
              {place !== null && (
                <p className="results-place">
                  <span className="sr-only">{words.place}</span> {number(place)}
                </p>
              )}
              <div className="min-w-0">
                <h3 className="truncate font-semibold" dir="auto">
                  {photo.title}
                </h3>
                <Link to="/user/$username" params={{ username: photo.user.username }} className="results-maker">
                  <Avatar src={photo.user.avatar_url} size={24} />
                  <span className="truncate" dir="auto">
                    {photo.user.name}
                  </span>
                </Link>
              </div>
              {onMention && (
                <button type="button" className="link results-mention" onClick={() => onMention(result)}>
                  {words.mention}
                  <span className="sr-only">{photo.title}</span>
                </button>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function OwnEntries({ entries }: { entries: Challenge['viewer']['entries'] }) {
  return (
    <Part title={words.ownEntries}>
      <ul className="results-list">
        {entries.map(({ id, photo_id, title, image, counts, feedback }) => (
          <li key={id}>
            <Thumb image={image} />
            <div className="min-w-0">
              <Link to="/post/$id" params={{ id: photo_id }} className="result-title" dir="auto">
                {title}
              </Link>
              {!counts && <p className="text-t15 text-laterite-ink">{words.notCounted}</p>}
              {feedback.length === 0 ? (
                <p className="text-t15 text-ink-meta">{words.noFeedback}</p>
              ) : (
                <>
                  <p className="text-t15 text-ink-meta">{words.feedback}</p>
                  <ul className="results-feedback">
                    {feedback.map((one) => (
                      <Feedback key={one.id} {...one} />
                    ))}
                  </ul>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Words of a voter, which the entrant can report. */
function Feedback({ id, text }: Challenge['viewer']['entries'][number]['feedback'][number]) {
  const textId = useId();
  const report = useLazyDialog(async () => (await import('~/platform/ui/report-dialog.tsx')).ReportDialog);
  const reported = { type: 'feedback', id } as const;
  return (
    <li className="flex items-start justify-between gap-s2">
      <span id={textId} className="min-w-0" dir="auto">
        {text}
      </span>
      <IconButton label={reportFeedback} aria-describedby={textId} onClick={report.open}>
        <Flag size={18} strokeWidth={1.6} aria-hidden="true" />
      </IconButton>
      {report.Dialog && <report.Dialog subject={reported} onClose={report.close} />}
    </li>
  );
}
