import { listSuggestions } from '@mbari/contract/follows';
import { route } from '../../http/route.ts';
import { suggestMembers } from './suggest-members.ts';

export const suggestionRoutes = [
  route(listSuggestions, async ({ context, member, query }) => ({ data: await suggestMembers(context, member, query.limit) })),
];
