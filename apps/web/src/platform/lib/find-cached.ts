import type { QueryClient } from '@tanstack/react-query';

export function findCached<Thing extends { id: string }>(
  client: QueryClient,
  isThing: (value: object) => value is Thing,
  id: string,
): Thing | undefined {
  for (const [, data] of client.getQueriesData({})) {
    const item = findIn(data, (value): value is Thing => isThing(value) && value.id === id);
    if (item !== undefined) return item;
  }
  return undefined;
}

function findIn<Thing extends object>(value: unknown, isIt: (value: object) => value is Thing): Thing | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (isIt(value)) return value;
  for (const part of Object.values(value)) {
    const item = findIn(part, isIt);
    if (item !== undefined) return item;
  }
  return undefined;
}
