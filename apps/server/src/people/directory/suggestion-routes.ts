import { listSuggestions } from '@mbari/contract/suggestions';
import { route } from '../../platform/http/route.ts';
import { suggestMembers } from './suggest-members.ts';

export const suggestionRoutes = [
  route(listSuggestions, async ({ context, member, query }) => ({ data: await suggestMembers(context, member, query.limit) })),
];
