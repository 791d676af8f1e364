import type { PhotoImport } from '@mbari/contract/photos/imports';
import * as words from '@mbari/words/imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ChoosePosts } from '~/photos/imports/choose-posts.tsx';
import { importsQuery } from '~/photos/imports/import-queries.ts';
import { EndImport, ImportResult } from '~/photos/imports/import-result.tsx';
import { NewImport } from '~/photos/imports/new-import.tsx';
import { ReceivingImport } from '~/photos/imports/receiving-import.tsx';
import { setPageTitle } from '~/platform/lib/page-title.ts';
import { importListKey } from '~/platform/lib/query-keys.ts';
import { FetchFailed } from '~/platform/ui/failures.tsx';
import { Spinner } from '~/platform/ui/spinner.tsx';
import '~/photos/imports/imports.css';

const isOver = ({ state }: PhotoImport): boolean => ['done', 'undone', 'failed'].includes(state);

/** One import at a time, from the choice of files to the result. Earlier ones follow. */
export function ImportsPage() {
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(importsQuery);
  const [files, setFiles] = useState<File[]>([]);
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
        <>
          <section aria-label={words.title} className="import-step">
            {open ? (
              <Step read={open} files={files} />
            ) : (
              <NewImport
                onCreated={(created, chosen) => {
                  setFiles(chosen);
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
        </>
      ) : isError ? (
        <FetchFailed message={words.importsFailed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className="py-s6 text-center">
          <Spinner size={28} />
        </div>
      )}
    </div>
  );
}

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
