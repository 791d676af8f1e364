import type { PhotoImport } from '@mbari/contract/photos/imports';
import * as words from '@mbari/words/imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { EndImport } from '~/photos/imports/end-import.tsx';
import { importListKey, importsQuery } from '~/photos/imports/import-queries.ts';
import { NewImport } from '~/photos/imports/new-import.tsx';
import { ReceivingImport } from '~/photos/imports/receiving-import.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import '~/photos/imports/imports.css';

const ChoosePosts = lazy(async () => ({ default: (await import('~/photos/imports/choose-posts.tsx')).ChoosePosts }));
const ImportResult = lazy(async () => ({ default: (await import('~/photos/imports/import-result.tsx')).ImportResult }));

const isOver = ({ state }: PhotoImport): boolean => ['done', 'undone', 'failed'].includes(state);

/** One import at a time, from the choice of files to the result. Earlier ones follow. */
export default function ImportsPage() {
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(importsQuery);
  const [upload, setUpload] = useState<{ id: string; files: File[] }>();
  useEffect(() => setPageTitle(words.title), []);
  const open = data?.find((one) => !isOver(one));
  const earlier = data?.filter(isOver) ?? [];
  return (
    <div className="imports">
      <h1 tabIndex={-1} className="display-large">
        {words.title}
      </h1>
      <p className="imports-lead">{words.lead}</p>
      {data ? (
        <Suspense fallback={<Waiting />}>
          <section aria-label={words.title} className="import-step">
            {open ? (
              <Step read={open} files={upload?.id === open.id ? upload.files : []} />
            ) : (
              <NewImport
                onCreated={(created, chosen) => {
                  setUpload({ id: created.id, files: chosen });
                  client.setQueryData(importListKey, [created, ...data]);
                }}
              />
            )}
          </section>
          {earlier.length > 0 && (
            <section aria-label={words.earlier}>
              <h2 className="display text-t26">{words.earlier}</h2>
              {earlier.map((one) => (
                <div key={one.id} className="import-earlier">
                  <ImportResult read={one} />
                </div>
              ))}
            </section>
          )}
        </Suspense>
      ) : isError ? (
        <FetchFailed message={words.importsFailed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

const Waiting = () => (
  <div className="py-s6 text-center">
    <Spinner size={28} />
  </div>
);

function Step({ read, files }: { read: PhotoImport; files: File[] }): ReactNode {
  return (
    <>
      {read.state === 'receiving' ? (
        <ReceivingImport key={read.id} read={read} files={files} />
      ) : read.state === 'choosing' ? (
        <ChoosePosts read={read} />
      ) : (
        <ImportResult read={read} />
      )}
      {read.state !== 'undoing' && (
        <div>
          <EndImport id={read.id} />
        </div>
      )}
    </>
  );
}
