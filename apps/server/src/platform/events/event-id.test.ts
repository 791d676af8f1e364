import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretsFrom } from '../adapters/secrets.ts';
import { openEventId, parseSnapshot, sealEventId } from './event-id.ts';

const secrets = secretsFrom(randomBytes(32));
const identity = 'a1'.repeat(8);
const idOf = (text: string, behind: bigint) => ({ identity, snapshot: parseSnapshot(text)!, behind });

test('an id is readable only by the installation that wrote it', () => {
  const id = idOf('100:105:101,103', 90n);
  const sealed = sealEventId(secrets, id);
  expect(openEventId(secrets, sealed)).toEqual(id);
  expect(openEventId(secretsFrom(randomBytes(32)), sealed)).toBeNull();
  expect(openEventId(secrets, `${identity}.100:105:101,103.90`)).toBeNull();
  expect(openEventId(secrets, secrets.seal('another purpose', `${identity}.100:105:101,103.90`))).toBeNull();
});

test('an id reveals neither transaction ids nor their number', () => {
  const [few, many] = ['100:105:', '100:105:101,102,103'].map((text) => sealEventId(secrets, idOf(text, 90n)));
  expect(Buffer.from(few!, 'base64url').toString('latin1')).not.toContain('100:105');
  expect(few).not.toBe(sealEventId(secrets, idOf('100:105:', 90n)));
  expect(few).toHaveLength(many!.length);
});

test.each([
  '',
  'nonsense',
  '100:105:',
  `${'a'.repeat(16)}.105:100:.1`,
  `${'a'.repeat(16)}.0:100:.1`,
  `${'a'.repeat(16)}.100:105:103,101.1`,
  `${'a'.repeat(16)}.100:105:99.1`,
  `${'a'.repeat(16)}.100:105:105.1`,
  `${'a'.repeat(16)}.100:105:,.1`,
  `${'a'.repeat(16)}.100:9999999999999999999:.1`,
  `${'a'.repeat(16)}.100:105:${Array.from({ length: 2_000 }, () => '101').join()}.1`,
])('%s is invalid even if sealed', (text) => {
  expect(openEventId(secrets, secrets.seal('event id', text))).toBeNull();
});
