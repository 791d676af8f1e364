import { createRequire } from 'node:module';

export const productVersion = (createRequire(import.meta.url)('../../package.json') as { version: string }).version;
