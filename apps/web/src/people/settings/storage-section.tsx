import { readStorage, type Storage } from '@mbari/contract/platform/media';
import * as words from '@mbari/words/settings';
import { loading } from '@mbari/words/ui';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '~/platform/lib/call.ts';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { storageKey } from '~/platform/lib/query-keys.ts';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Section } from '~/platform/ui/section.tsx';

/** Refetched at every opening: each post changes it. */
const storage = queryOptions({
  queryKey: storageKey,
  queryFn: async ({ signal }) => (await call(readStorage, { signal })).data,
  refetchOnMount: 'always',
});

export function StorageSection() {
  const { data, isError, isFetching, refetch } = useQuery(storage);
  return (
    <Section title={words.storage}>
      {data ? (
        <StorageMeter storage={data} />
      ) : isError ? (
        <FetchFailed message={words.storageFailed} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <p className="py-s4 text-ink-quiet">{loading}</p>
      )}
    </Section>
  );
}

function StorageMeter({ storage: { used_bytes: used, limit_bytes: limit } }: { storage: Storage }) {
  const id = useId();
  return (
    <div className="py-s4">
      <p id={id} className="font-semibold tabular-nums">
        {used === 0 ? words.usesNothing({ limit: formatBytes(limit) }) : words.uses({ used: formatBytes(used), limit: formatBytes(limit) })}
      </p>
      <meter className="storage-meter" aria-labelledby={id} min={0} max={limit} high={nearlyFull * limit} value={used} />
      <p className="text-t15 text-pretty text-ink-meta">{adviceFor(used / limit)}</p>
    </div>
  );
}

const nearlyFull = 0.9;

function adviceFor(share: number): string {
  if (share >= 1) return words.storageFull;
  return share >= nearlyFull ? words.storageNearlyFull : words.storageHint;
}
