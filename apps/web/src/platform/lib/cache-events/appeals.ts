import type { QueryClient } from '@tanstack/react-query';
import { decisionKey } from '~/platform/lib/query-keys.ts';

export const decisionAppealed = (client: QueryClient, id: string): Promise<void> => client.invalidateQueries({ queryKey: decisionKey(id) });
