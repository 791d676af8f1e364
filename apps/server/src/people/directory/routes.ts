import { listMembers as list } from '@mbari/contract/directory';
import { listSuggestions } from '@mbari/contract/suggestions';
import { route } from '../../platform/http/route.ts';
import { listMembers } from './list-members.ts';
import { suggestMembers } from './suggest-members.ts';

export const directoryRoutes = [route(list, ({ context, member, query }) => listMembers(context, member, query))];

export const suggestionRoutes = [
  route(listSuggestions, async ({ context, member, query }) => ({ data: await suggestMembers(context, member, query.limit) })),
];
