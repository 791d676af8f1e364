import { type Brand, brandId } from '@mbari/contract/platform/first-data';
import { readSite } from '@mbari/contract/platform/site';
import { useQuery } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { siteKey } from '~/platform/lib/query-keys.ts';
import { afterPaint } from '~/platform/lib/when-idle.ts';

/** The community's public settings; undefined while loading. They rarely change, and the first render does not wait for them. */
export function useSite() {
  const { data } = useQuery({
    queryKey: siteKey,
    queryFn: async ({ signal }) => {
      await afterPaint();
      return call(readSite, { signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.data;
}

/** The community's name, logo and providers, from the page itself while the settings load. */
export const useBrand = (): Brand => useSite() ?? ownBrand;

export const useSiteName = (): string => useBrand().name;

const ownBrand: Brand = JSON.parse(document.getElementById(brandId)?.textContent ?? '{"name":"Mbari","logo":null,"providers":[]}') as Brand;
