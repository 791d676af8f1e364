import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { newSecret, secretUri, findStepOfCode } from './totp.ts';

/** The secret of RFC 6238's examples ('12345678901234567890' in base32). Codes are the last six digits of the examples. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code at %i seconds matches RFC 6238', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  const timeAt = (shift: number): Date => new Date((seconds + shift) * 1000);
  expect(findStepOfCode(secret, code, timeAt(0))).toBe(step);
  expect([-30, 30].map((shift) => findStepOfCode(secret, code, timeAt(shift)))).toEqual([step, step]);
  expect([-60, 60].map((shift) => findStepOfCode(secret, code, timeAt(shift)))).toEqual([null, null]);
  for (const wrongCode of ['000000', code.slice(1), `${code}0`, '']) expect(findStepOfCode(secret, wrongCode, timeAt(0))).toBeNull();
});

test('another library generates the same codes from our otpauth URI', () => {
  const now = new Date();
  for (let count = 0; count < 20; count += 1) {
    const fresh = newSecret();
    expect(fresh).toMatch(/^[A-Z2-7]{32}$/);
    const app = new TOTP({ secret: fresh, issuer: 'Mbari: Lagos', label: 'ada+1@example.com' });
    expect(findStepOfCode(fresh, app.generate({ timestamp: now.getTime() }), now)).toBe(Math.floor(now.getTime() / 30_000));
    expect(secretUri(fresh, 'Mbari: Lagos', 'ada+1@example.com')).toBe(app.toString());
  }
});
