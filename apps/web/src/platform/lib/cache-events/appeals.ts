import type { QueryClient } from '@tanstack/react-query';
import { decisionKey } from '~/platform/lib/query-keys.ts';

/** Somebody appealed against a decision, or came too late. */
export const decisionAppealed = (client: QueryClient, id: string): Promise<void> => client.invalidateQueries({ queryKey: decisionKey(id) });
