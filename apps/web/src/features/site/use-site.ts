import { readSite } from '@mbari/contract/site';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { siteKey } from '~/lib/query-keys.ts';

/** The community's public settings; undefined until they are known. They hardly ever change. */
export function useSite() {
  const { data } = useQuery({
    queryKey: siteKey,
    queryFn: ({ signal }) => call(readSite, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.data;
}

/** What the community is called. */
export const useSiteName = (): string => useSite()?.name ?? 'Mbari';
