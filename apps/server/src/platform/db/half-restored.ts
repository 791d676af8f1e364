import { existsSync } from 'node:fs';
import path from 'node:path';

/** Stands in a data folder for as long as a restore into it has not come to its end. */
export const restoreMarker = (dataFolder: string): string => path.join(dataFolder, 'restore-under-way');

/** Half a community is never served. */
export function refuseHalfRestored(dataFolder: string): void {
  if (existsSync(restoreMarker(dataFolder)))
    throw new Error(
      `A restore into ${dataFolder} is under way, or was cut off. Let it end, or run it again (npm run mbari -- restore FILE): it starts anew by itself.`,
    );
}
