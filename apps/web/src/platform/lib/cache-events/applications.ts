import type { OwnApplication } from '@mbari/contract/identity/applications';
import type { QueryClient } from '@tanstack/react-query';
import { applicationsKey, ownApplicationKey } from '~/platform/lib/query-keys.ts';

export function applicationAnswered(client: QueryClient, application?: OwnApplication): void {
  if (application) client.setQueryData(ownApplicationKey, application);
  else void client.invalidateQueries({ queryKey: ownApplicationKey });
}

export const applicationDecided = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: applicationsKey });
