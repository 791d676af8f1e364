import { listMembers as list, listSuggestions } from '@mbari/contract/people/directory';
import { route } from '../platform/http/route.ts';
import { listMembers, suggestMembers } from './list-members.ts';

export const directoryRoutes = [route(list, ({ context, member, query }) => listMembers(context, member, query))];

export const suggestionRoutes = [
  route(listSuggestions, async ({ context, member, query }) => ({ data: await suggestMembers(context, member, query.limit) })),
];
