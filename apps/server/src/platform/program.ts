import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** False in the published package and in the image, which contain no scripts of ours. */
export const isClone = existsSync(path.join(import.meta.dirname, '../../../../scripts/mbari.mjs'));

export const isRunByNpx = !isClone && process.env['npm_command'] === 'exec';

/** The command line as this installation's operator types it: a clone runs it through npm, which builds it first. */
export const programName = isClone ? 'npm run mbari --' : isRunByNpx ? 'npx mbari' : 'mbari';

export const productVersion = (createRequire(import.meta.url)('../../package.json') as { version: string }).version;
