import { readCommunityHealth } from '@mbari/contract/community-health';
import { route } from '../platform/http/route.ts';
import { readHealth } from './read-health.ts';

export const communityHealthRoutes = [route(readCommunityHealth, async ({ context }) => ({ data: await readHealth(context) }))];
