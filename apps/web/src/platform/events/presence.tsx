import { listPresence } from '@mbari/contract/platform/events';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/presence';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { presenceKey } from '~/platform/lib/query-keys.ts';
import { onboardingStageOf, useSession } from '~/platform/lib/session.ts';
import './presence.css';

/** Dot on the avatar of a member who is online. In long lists, requests cover only the members in view. */
export function PresenceDot({ id }: { id: string }) {
  const avatar = useRef<HTMLSpanElement>(null);
  const [isInView, setInView] = useState(false);
  const isOnline = useOnline(id, isInView);
  useEffect(() => (avatar.current === null ? undefined : watchView(avatar.current, setInView)), []);
  return (
    <span ref={avatar} className="presence">
      {isOnline && <span role="img" aria-label={words.online} title={words.online} className="presence-dot" />}
    </span>
  );
}

export function OnlineTag({ id }: { id: string }) {
  return useOnline(id) ? <span className="online-tag">{words.online}</span> : null;
}

const watched = new Map<Element, (isInView: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** One shared observer, because browsers check each observer in every frame. It ends with the last watched element. */
function watchView(element: Element, onChange: (isInView: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) watched.get(target)?.(isIntersecting);
  });
  watched.set(element, onChange);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    watched.delete(element);
    if (watched.size === 0) observer = undefined;
  };
}

const everyMinute = 60_000;

const presenceOf = (id: string) =>
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

function useOnline(id: string, isInView = true): boolean {
  const session = useSession();
  const mayAsk = onboardingStageOf(session) === 'onboarded' && session.user?.id !== id;
  const { data } = useQuery({ ...presenceOf(id), enabled: mayAsk && isInView });
  return data === true;
}
