import { useSession } from '~/platform/lib/session.ts';
import { useSite } from './use-site.ts';

/** Where 'Upgrade Plan' leads: the operator's own page or the built-in one. Undefined until it is known. */
export function usePlansAddress(): string | undefined {
  const site = useSite();
  return useSession().user?.viewer.upgrade_url ?? site?.pricing_url;
}
