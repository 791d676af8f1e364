import type { QueryClient } from '@tanstack/react-query';

export function findCached<Thing extends { id: string }>(
  client: QueryClient,
  isThing: (value: object) => value is Thing,
  id: string,
): Thing | undefined {
  for (const [, data] of client.getQueriesData({})) {
    const found = findIn(data, (value): value is Thing => isThing(value) && value.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findIn<Thing extends object>(value: unknown, isIt: (value: object) => value is Thing): Thing | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (isIt(value)) return value;
  for (const part of Object.values(value)) {
    const found = findIn(part, isIt);
    if (found !== undefined) return found;
  }
  return undefined;
}
