import { searchEverything as endpoint } from '@mbari/contract/search';
import { route } from '../platform/http/route.ts';
import { searchEverything } from './search-everything.ts';

export const searchRoutes = [
  route(endpoint, async ({ context, member, query }) => ({ data: await searchEverything(context, member, query.q) })),
];
