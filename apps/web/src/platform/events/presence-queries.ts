import { listPresence } from '@mbari/contract/platform/events';
import * as limits from '@mbari/contract/platform/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { presenceKey } from '~/platform/lib/query-keys.ts';
import { onboardingStageOf, useSession } from '~/platform/lib/session.ts';

const everyMinute = 60_000;

export const presenceOf = (id: string) =>
  queryOptions({
    queryKey: presenceKey(id),
    queryFn: () => isOnline(id),
    retry: false,
    staleTime: everyMinute,
    gcTime: everyMinute,
    refetchInterval: everyMinute,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  });

/** Milliseconds in which requested members are batched. */
const gathering = 50;

/** Members of the next batch, and those of them who are online. */
let batch: { ids: string[]; online: Promise<ReadonlySet<string>> } | null = null;

async function isOnline(id: string): Promise<boolean> {
  if (batch === null) {
    const ids: string[] = [];
    batch = { ids, online: findOnline(ids) };
  }
  const { ids, online } = batch;
  ids.push(id);
  if (ids.length === limits.presenceIds) batch = null;
  return (await online).has(id);
}

async function findOnline(ids: readonly string[]): Promise<ReadonlySet<string>> {
  await new Promise((resolve) => setTimeout(resolve, gathering));
  if (batch?.ids === ids) batch = null;
  const { data } = await call(listPresence, { query: { ids: ids.join(',') } });
  return new Set(data.flatMap(({ id, is_online }) => (is_online ? [id] : [])));
}

export function useOnline(id: string, isInView = true): boolean {
  const session = useSession();
  const mayAsk = onboardingStageOf(session) === 'onboarded' && session.user?.id !== id;
  const { data } = useQuery({ ...presenceOf(id), enabled: mayAsk && isInView });
  return data === true;
}
