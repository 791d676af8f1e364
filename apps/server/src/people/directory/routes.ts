import { listMembers as list } from '@mbari/contract/directory';
import { route } from '../../platform/http/route.ts';
import { listMembers } from './list-members.ts';

export const directoryRoutes = [route(list, ({ context, member, query }) => listMembers(context, member, query))];
