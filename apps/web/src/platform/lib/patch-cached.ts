import type { QueryClient } from '@tanstack/react-query';
import { rewriteCached } from './rewrite-cached.ts';

/**
 * Rewrites every cached copy of a thing, whichever page fetched it: found by what it looks like and its id, wherever in an answer
 * it lies. No list has to register itself. What did not change keeps its identity, so that nothing else is drawn again.
 */
export function patchCached<Thing extends { id: string }>(
  client: QueryClient,
  isThing: (value: object) => value is Thing,
  id: string,
  change: (thing: Thing) => Thing,
): void {
  rewriteCached(client, {}, (data) => withChanged(data, (value) => (isThing(value) && value.id === id ? change(value) : undefined)));
}

/** A copy in which `change` replaced what it answered for; the same value where it answered for nothing. Nothing is copied before it must be. */
export function withChanged(value: unknown, change: (value: object) => object | undefined): unknown {
  if (value === null || typeof value !== 'object') return value;
  const changed = change(value);
  if (changed !== undefined) return changed;
  let copy: Record<string, unknown> | undefined;
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    const next = withChanged(item, change);
    if (next !== item) (copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>)[key] = next;
  }
  return copy ?? value;
}
