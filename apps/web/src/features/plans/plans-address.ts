import { useSite } from '~/features/site/use-site.ts';

/** Where a plan is had: the operator's own page, or the built-in one. */
export const usePlansAddress = (): string => useSite()?.pricing_url ?? '/plans';
