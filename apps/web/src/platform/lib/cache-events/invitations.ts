import type { QueryClient } from '@tanstack/react-query';
import { invitationsKey } from '~/platform/lib/query-keys.ts';

/** An invitation was made or ended. */
export const invitationsChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: invitationsKey });
