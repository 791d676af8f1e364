import { exportAccount } from '@mbari/contract/export';
import { requirePace } from '../../platform/http/connections/pace.ts';
import { route } from '../../platform/http/route.ts';
import { startExport } from './start-export.ts';

/** There are few slots: whoever takes less than 8 KB a second, or more than two hours, loses theirs to others. */
const rules = { leastBytes: 30 * 8 * 1024, doneWithinMs: 2 * 60 * 60_000 };

export const exportRoutes = [
  route(exportAccount, async ({ context, member, reply }) => {
    const { archive, name } = await startExport(context, member);
    requirePace(reply.raw, rules);
    void reply.header('content-disposition', `attachment; filename="${name}"`).type('application/zip').send(archive);
    return undefined;
  }),
];
