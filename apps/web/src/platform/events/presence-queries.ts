import { listPresence } from '@mbari/contract/platform/events';
import * as limits from '@mbari/contract/platform/limits';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { presenceKey } from '~/platform/lib/query-keys.ts';
import { onboardingStageOf, useSession } from '~/platform/lib/session.ts';

const everyMinute = 60_000;

export const presenceOf = (id: string) =>
  queryOptions({
    queryKey: presenceKey(id),
    queryFn: ({ client }) => isOnline(client, id),
    retry: false,
    staleTime: everyMinute,
    gcTime: everyMinute,
    refetchInterval: everyMinute,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  });

/** Milliseconds in which requested members are batched. */
const gathering = 50;

interface Batch {
  ids: string[];
  online: Promise<ReadonlySet<string>>;
}

/** Open batch per query client: the requested ids, and a promise of the online ids. */
const batches = new WeakMap<QueryClient, Batch>();

async function isOnline(client: QueryClient, id: string): Promise<boolean> {
  const batch = batches.get(client) ?? openBatch(client);
  batch.ids.push(id);
  if (batch.ids.length === limits.presenceIds) batches.delete(client);
  return (await batch.online).has(id);
}

function openBatch(client: QueryClient): Batch {
  const ids: string[] = [];
  const batch = { ids, online: findOnline(client, ids) };
  batches.set(client, batch);
  return batch;
}

async function findOnline(client: QueryClient, ids: readonly string[]): Promise<ReadonlySet<string>> {
  await new Promise((resolve) => setTimeout(resolve, gathering));
  if (batches.get(client)?.ids === ids) batches.delete(client);
  const { data } = await call(listPresence, { query: { ids: ids.join(',') } });
  return new Set(data.flatMap(({ id, is_online }) => (is_online ? [id] : [])));
}

export function useOnline(id: string, isInView = true): boolean {
  const session = useSession();
  const mayAsk = onboardingStageOf(session) === 'onboarded' && session.user?.id !== id;
  const { data } = useQuery({ ...presenceOf(id), enabled: mayAsk && isInView });
  return data === true;
}
