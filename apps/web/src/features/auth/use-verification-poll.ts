import { readEmailStatus } from '@mbari/contract/auth';
import * as limits from '@mbari/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call, CallRefused } from '~/lib/call.ts';
import { emailStatusKey } from '~/lib/query-keys.ts';
import { endSession, refreshUser } from '~/lib/session.ts';

/**
 * Asks every 10 seconds whether the address is verified, and at once when the page is visible again; never while it is hidden. Then
 * goes on to the next page. Answers whether the last request failed.
 */
export function useVerificationPoll(): boolean {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: emailStatusKey,
    queryFn: ({ signal }) => call(readEmailStatus, { signal }),
    refetchInterval: limits.verificationPoll,
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const verified = data !== undefined && (data.email_verified || data.verified);
  const lost = error instanceof CallRefused && error.status === 401;

  useEffect(() => {
    if (lost) endSession();
  }, [lost]);

  useEffect(() => {
    if (!verified) return;
    refreshUser().then(
      ({ profile }) => navigate({ to: profile.bio && profile.profile_image ? '/feed' : '/onboarding', replace: true }),
      // The next request tries again.
      () => undefined,
    );
  }, [verified, navigate, data]);

  return error !== null && !lost;
}
