import { useSession } from '~/platform/lib/session.ts';
import { useSite } from './use-site.ts';

/** Returns the address for 'Upgrade Plan': the operator's own page or the built-in one. Undefined while loading. */
export function usePlansAddress(): string | undefined {
  const site = useSite();
  return useSession().user?.viewer.upgrade_url ?? site?.pricing_url;
}
