import { createRequire } from 'node:module';

/** Of this program. */
export const productVersion = (createRequire(import.meta.url)('../../package.json') as { version: string }).version;
