import type { ForumPost, ForumPostVersion } from '@mbari/contract/shapes/forum-posts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInSentence } from '~/lib/day-in-sentence.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';
import { versionsOf } from './post-queries.ts';
import { changesBetween } from './text-changes.ts';
import * as words from './words.ts';

/** What a post said before it was changed, newest first, as it was written, and what was changed in it. */
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
        {versions?.map((version, index) => (
          <Version key={version.version} version={version} later={versions[index - 1]?.body ?? post.body} />
        ))}
      </ol>
    </Dialog>
  );
}

function Version({ version: { written_at, edited_by, body }, later }: { version: ForumPostVersion; later: string }) {
  const [isCompared, setCompared] = useState(false);
  return (
    <li>
      <p className="text-t15 text-ink-meta">
        {words.writtenOn(dayInSentence(written_at))}
        {edited_by && `, ${words.changedBy(edited_by.name)}`}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
        {isCompared ? <Compared earlier={body} later={later} /> : body}
      </p>
      <Button kind="text" aria-pressed={isCompared} onClick={() => setCompared(!isCompared)}>
        {words.whatChanged}
      </Button>
    </li>
  );
}

function Compared({ earlier, later }: { earlier: string; later: string }) {
  return changesBetween(earlier, later).map(({ text, kind }, index) =>
    kind === 'removed' ? (
      <del key={index} className="bg-laterite-wash">
        {text}
      </del>
    ) : kind === 'added' ? (
      <ins key={index} className="bg-leaf-wash">
        {text}
      </ins>
    ) : (
      text
    ),
  );
}
