import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import { useQuery } from '@tanstack/react-query';
import { dayInSentence } from '~/lib/day-in-sentence.ts';
import { Dialog } from '~/ui/dialog.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { versionsOf } from './post-queries.ts';
import * as words from './words.ts';

/** What a post said before it was changed, newest first, as it was written. */
export function VersionsDialog({ post, onClose }: { post: ForumPost; onClose: () => void }) {
  const { data: versions, isError, isFetching, refetch } = useQuery(versionsOf(post));
  return (
    <Dialog title={words.versionsTitle} size="large" onClose={onClose}>
      {versions === undefined && !isError && (
        <p role="status">
          <Spinner /> <span className="sr-only">{words.loadingVersions}</span>
        </p>
      )}
      {isError && <FetchFailed message={words.versionsFailed} busy={isFetching} onRetry={() => void refetch()} />}
      {versions?.length === 0 && <p className="text-ink-quiet">{words.noVersions}</p>}
      <ol className="grid gap-s5">
        {versions?.map((version) => (
          <li key={version.version}>
            <p className="text-t15 text-ink-meta">
              {words.writtenOn(dayInSentence(version.written_at))}
              {version.edited_by && `, ${words.changedBy(version.edited_by.name)}`}
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
              {version.body}
            </p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
