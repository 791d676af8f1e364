import type { OwnApplication } from '@mbari/contract/shapes/applications';
import type { QueryClient } from '@tanstack/react-query';
import { applicationsKey, ownApplicationKey } from '~/platform/lib/query-keys.ts';

/** Stores the applicant's answers. Refetches if an organiser decided in the meantime. */
export function applicationAnswered(client: QueryClient, application?: OwnApplication): void {
  if (application) client.setQueryData(ownApplicationKey, application);
  else void client.invalidateQueries({ queryKey: ownApplicationKey });
}

/** An organiser admitted or rejected an applicant. */
export const applicationDecided = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: applicationsKey });
