import type { OwnApplication } from '@mbari/contract/shapes/applications';
import type { QueryClient } from '@tanstack/react-query';
import { applicationsKey, ownApplicationKey } from '~/platform/lib/query-keys.ts';

/** The visitor answered what those are asked who ask to join, or it was decided meanwhile. */
export function applicationAnswered(client: QueryClient, application?: OwnApplication): void {
  if (application) client.setQueryData(ownApplicationKey, application);
  else void client.invalidateQueries({ queryKey: ownApplicationKey });
}

/** An organiser let somebody in, or did not. */
export const applicationDecided = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: applicationsKey });
