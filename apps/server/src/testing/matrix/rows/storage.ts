import { readStorage } from '@mbari/contract/platform/media';
import type { Row } from '../driver.ts';
import { ok } from '../rules.ts';

export const storageRows: Row[] = [{ call: readStorage, expect: () => ok({ has: ['data.used_bytes', 'data.limit_bytes'] }) }];
