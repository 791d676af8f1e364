import { existsSync } from 'node:fs';
import path from 'node:path';
import { programName } from '../program.ts';

/** File that marks a data folder while a restore into it is incomplete. */
export const restoreMarker = (dataFolder: string): string => path.join(dataFolder, 'restore-under-way');

export function requireCompleteRestore(dataFolder: string): void {
  if (existsSync(restoreMarker(dataFolder)))
    throw new Error(
      `A restore into ${dataFolder} is running or was interrupted. Let it finish, or run it again (${programName} restore FILE): it starts over by itself.`,
    );
}
