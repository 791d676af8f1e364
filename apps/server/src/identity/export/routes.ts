import { exportAccount } from '@mbari/contract/identity/account';
import { requirePace } from '../../platform/http/connections/pace.ts';
import { route } from '../../platform/http/route.ts';
import { startExport } from './start-export.ts';

/** Slots are few, so downloads below 8 KB a second or longer than two hours are aborted. */
const paceRules = { leastBytes: 30 * 8 * 1024, doneWithinMs: 2 * 60 * 60_000 };

export const exportRoutes = [
  route(exportAccount, async ({ context, member, reply }) => {
    const { archive, name } = await startExport(context, member);
    requirePace(reply.raw, paceRules);
    void reply.header('content-disposition', `attachment; filename="${name}"`).type('application/zip').send(archive);
    return undefined;
  }),
];
