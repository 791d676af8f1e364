import { readEmailStatus } from '@mbari/contract/identity/auth';
import * as limits from '@mbari/contract/platform/limits';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call, CallRefused } from '~/platform/lib/call.ts';
import { emailStatusKey } from '~/platform/lib/query-keys.ts';
import { endSession, refreshUser } from '~/platform/lib/session.ts';

/**
 * Polls every 10 seconds while the page is visible, and whenever the page becomes visible. Once the member is verified, navigates to the
 * next page. `isVerified` is undefined until the first response.
 */
export function useVerificationPoll(): { isVerified: boolean | undefined; hasFailed: boolean } {
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
  const isVerified = data && (data.email_verified || data.verified);
  const isSignedOut = error instanceof CallRefused && error.status === 401;

  useEffect(() => {
    if (isSignedOut) endSession();
  }, [isSignedOut]);

  useEffect(() => {
    if (!isVerified) return;
    refreshUser().then(
      ({ profile }) => navigate({ to: profile.bio && profile.profile_image ? '/feed' : '/onboarding', replace: true }),
      // Retried by the next poll.
      () => undefined,
    );
  }, [isVerified, navigate, data]);

  return { isVerified, hasFailed: error !== null && !isSignedOut };
}
