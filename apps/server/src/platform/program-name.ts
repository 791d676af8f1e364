import { existsSync } from 'node:fs';
import path from 'node:path';

/** The command line as this installation's operator types it: a clone runs it through npm, which builds it first. */
export const programName = existsSync(path.join(import.meta.dirname, '../../../../scripts/mbari.mjs')) ? 'npm run mbari --' : 'mbari';
