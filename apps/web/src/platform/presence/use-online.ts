import { useQuery } from '@tanstack/react-query';
import { onboardingStageOf, useSession } from '~/platform/lib/session.ts';
import { presenceOf } from './presence-queries.ts';

export function useOnline(id: string, isInView = true): boolean {
  const session = useSession();
  const mayAsk = onboardingStageOf(session) === 'onboarded' && session.user?.id !== id;
  const { data } = useQuery({ ...presenceOf(id), enabled: mayAsk && isInView });
  return data === true;
}
