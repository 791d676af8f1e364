import { readAuthMe, readMe } from '@mbari/contract/auth';
import { readInterests, replaceInterests as replaceInterestsCall } from '@mbari/contract/me';
import { route } from '../../http/route.ts';
import { listInterests } from './queries.ts';
import { readCurrentUser } from './read-current-user.ts';
import { replaceInterests } from './replace-interests.ts';
import { viewInterests } from './views.ts';

export const memberRoutes = [
  route(readMe, async ({ context, member }) => ({ data: await readCurrentUser(context.db, member.id) })),
  route(readAuthMe, async ({ context, member }) => ({ data: await readCurrentUser(context.db, member.id) })),
  route(readInterests, async ({ context, member }) => viewInterests(await listInterests(context.db, member.id))),
  route(replaceInterestsCall, async ({ context, member, body }) => ({
    ...(await replaceInterests(context, member.id, body.category_ids)),
    message: 'Interests saved.',
  })),
];
