import { readSecurity } from '@mbari/contract/identity/security';
import type { Row } from '../driver.ts';
import { ok } from '../rules.ts';

const secrets = ['password_hash', 'sealed_secret', 'recovery_codes'];

export const securityRows: Row[] = [
  {
    call: readSecurity,
    expect: () =>
      ok({
        has: ['data.email', 'data.has_password', 'data.passkeys', 'data.totp.is_enabled', 'data.providers'],
        lacks: secrets.map((name) => `data.${name}`),
      }),
  },
];
