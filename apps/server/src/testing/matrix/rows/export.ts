import { exportAccount } from '@mbari/contract/identity/account';
import type { Row } from '../driver.ts';
import { ok } from '../rules.ts';

export const exportRows: Row[] = [{ call: exportAccount, expect: () => ok() }];
