import { readStorage } from '@mbari/contract/media';
import type { Storage } from '@mbari/contract/shapes/media';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '~/lib/call.ts';
import { storageKey } from '~/lib/query-keys.ts';
import { sizeOf } from '~/lib/size-of.ts';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Section } from '~/ui/section.tsx';

/** Refetched at every opening: each post changes it. */
const storage = queryOptions({
  queryKey: storageKey,
  queryFn: async ({ signal }) => (await call(readStorage, { signal })).data,
  refetchOnMount: 'always',
});

/** How much room one's photos take, and what to do when it runs out. */
export function StorageSection() {
  const { data, isError, isFetching, refetch } = useQuery(storage);
  return (
    <Section title="Room for your pictures">
      {data ? (
        <StorageMeter storage={data} />
      ) : isError ? (
        <FetchFailed message="It could not be loaded how much you use." busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <p className="py-s4 text-ink-quiet">Loading...</p>
      )}
    </Section>
  );
}

function StorageMeter({ storage: { used_bytes: used, limit_bytes: limit } }: { storage: Storage }) {
  const id = useId();
  const words = used === 0 ? `You use nothing yet of ${sizeOf(limit)}.` : `You use ${sizeOf(used)} of ${sizeOf(limit)}.`;
  return (
    <div className="py-s4">
      <p id={id} className="font-semibold tabular-nums">
        {words}
      </p>
      <meter className="storage-meter" aria-labelledby={id} min={0} max={limit} high={nearlyFull * limit} value={used} />
      <p className="text-t15 text-pretty text-ink-meta">{adviceFor(used / limit)}</p>
    </div>
  );
}

const nearlyFull = 0.9;

function adviceFor(share: number): string {
  const deleting = 'Delete posts that you no longer need: their room is yours again at once.';
  if (share >= 1) return `It is full: no new picture can be taken, and everything else goes on. ${deleting}`;
  if (share >= nearlyFull) return `It is nearly full. ${deleting}`;
  return 'The photos of your posts, your avatar and your cover, in every size that is kept of them.';
}
