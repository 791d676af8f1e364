import { exportAccount } from '@mbari/contract/export';
import { route } from '../../http/route.ts';
import { startExport } from './start-export.ts';

/** A line on which nothing moves any more is given up, and its place with it. */
const stalled = 120_000;

export const exportRoutes = [
  route(exportAccount, async ({ context, member, reply }) => {
    const { archive, name } = await startExport(context, member);
    reply.raw.setTimeout(stalled, () => reply.raw.destroy());
    void reply.header('content-disposition', `attachment; filename="${name}"`).type('application/zip').send(archive);
    return undefined;
  }),
];
