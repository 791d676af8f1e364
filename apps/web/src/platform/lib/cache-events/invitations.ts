import type { QueryClient } from '@tanstack/react-query';
import { invitationsKey } from '~/platform/lib/query-keys.ts';

export const invitationsChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: invitationsKey });
