import type { QueryClient } from '@tanstack/react-query';
import { rewriteCached } from './rewrite-cached.ts';

/**
 * Rewrites every cached copy of an item in any query, recognised by its shape and id. Unchanged values
 * keep their identity, so that they do not re-render.
 */
export function patchCached<Thing extends { id: string }>(
  client: QueryClient,
  isThing: (value: object) => value is Thing,
  id: string,
  change: (thing: Thing) => Thing,
): void {
  rewriteCached(client, {}, (data) => withChanged(data, (value) => (isThing(value) && value.id === id ? change(value) : undefined)));
}

/**
 * Returns a copy with the objects for which `change` returns a replacement, or the same value if there
 * is none. Copies only along changed paths.
 */
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
