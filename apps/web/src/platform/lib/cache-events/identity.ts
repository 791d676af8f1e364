import type { OwnApplication } from '@mbari/contract/identity/applications';
import type { QueryClient } from '@tanstack/react-query';
import {
  apiTokensKey,
  applicationsKey,
  devicesKey,
  invitationsKey,
  joiningKey,
  ownApplicationKey,
  signInMethodsKey,
  siteKey,
} from '~/platform/lib/query-keys.ts';

export function applicationAnswered(client: QueryClient, application?: OwnApplication): void {
  if (application) client.setQueryData(ownApplicationKey, application);
  else void client.invalidateQueries({ queryKey: ownApplicationKey });
}

export const applicationDecided = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: applicationsKey });

export const invitationsChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: invitationsKey });

export async function joiningChanged(client: QueryClient): Promise<void> {
  await Promise.all([siteKey, joiningKey, invitationsKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Refetches changed sign-in methods, and devices and tokens, which a change of the password ends. */
export async function signInMethodsChanged(client: QueryClient): Promise<void> {
  await Promise.all([signInMethodsKey, devicesKey, apiTokensKey].map((queryKey) => client.invalidateQueries({ queryKey })));
}
