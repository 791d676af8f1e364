import { type ForumPost, type ForumPostVersion, listForumPostVersions } from '@mbari/contract/forum/posts';
import * as words from '@mbari/words/forum-posts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Preview } from '~/forum/markdown/preview.tsx';
import { call } from '~/platform/lib/call.ts';
import { dayInSentence } from '~/platform/lib/dates.ts';
import { forumPostVersionsKey } from '~/platform/lib/query-keys.ts';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { isolateNames } from '~/platform/ui/phrase.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import { changesBetween } from './text-changes.ts';

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

const versionsOf = ({ id, topic_id: topicId }: { id: string; topic_id: string }) =>
  queryOptions({
    queryKey: forumPostVersionsKey(id),
    queryFn: async ({ signal }) => (await call(listForumPostVersions, { params: { id: topicId, postId: id }, signal })).data,
    staleTime: 0,
  });

function Version({ version: { written_at, edited_by, body }, later }: { version: ForumPostVersion; later: string }) {
  const [view, setView] = useState<'changes' | 'text'>('changes');
  const id = useId();
  const when = dayInSentence(written_at);
  return (
    <li className="grid gap-s2 border-b border-hairline pb-s4">
      <p className="text-t15 text-ink-meta">
        {edited_by ? words.writtenAndChanged({ when, name: edited_by.name }) : words.writtenOn({ when })}
      </p>
      <Tabs
        label={words.howShown}
        tabs={[
          { name: 'changes', label: words.whatChanged },
          { name: 'text', label: words.asItWas },
        ]}
        chosen={view}
        onChoose={setView}
        controls={id}
      />
      {view === 'text' ? (
        <Preview id={id} body={body} />
      ) : (
        <p id={id} className="whitespace-pre-wrap wrap-anywhere" dir="auto">
          <Compared earlier={readable(body)} later={readable(later)} />
        </p>
      )}
    </li>
  );
}

/** Replaces images by their description. */
const readable = (text: string): string =>
  text.replaceAll(/!\[((?:[^\]\\]|\\.)*)\]\(photo:[^)]*\)/g, (_markdown, alt: string) =>
    alt === '' ? words.image : words.imageOf({ alt: alt.replaceAll(/\\(.)/g, '$1') }),
  );

function Compared({ earlier, later }: { earlier: string; later: string }) {
  return changesBetween(earlier, later).map(({ text, kind }, index) =>
    kind === 'removed' ? (
      <del key={index} className="bg-laterite-wash">
        {isolateNames(text)}
      </del>
    ) : kind === 'added' ? (
      <ins key={index} className="bg-leaf-wash">
        {isolateNames(text)}
      </ins>
    ) : (
      <span key={index}>{isolateNames(text)}</span>
    ),
  );
}
