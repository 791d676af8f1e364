import type { QueryClient } from '@tanstack/react-query';
import { decisionKey } from '~/platform/lib/query-keys.ts';

/** Refetches a decision after the member appealed, or was too late to. */
export const decisionAppealed = (client: QueryClient, id: string): Promise<void> => client.invalidateQueries({ queryKey: decisionKey(id) });
