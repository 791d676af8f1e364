import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretsFrom } from '../../adapters/secrets.ts';
import { openEventId, sealEventId } from './event-id.ts';
import { parseSnapshot, rowVersion, sees } from './snapshot.ts';

test('a snapshot sees what was committed when it was taken, and nothing that ran then or came later', () => {
  const snapshot = parseSnapshot('100:105:101,103')!;
  expect([99n, 100n, 101n, 102n, 103n, 104n, 105n].filter((xid) => sees(snapshot, xid))).toEqual([99n, 100n, 102n, 104n]);
});

const secrets = secretsFrom(randomBytes(32));
const identity = 'a1'.repeat(8);
const idOf = (text: string, behind: bigint) => ({ identity, snapshot: parseSnapshot(text)!, behind });

test('an id is read as it was written by this installation, and by no other', () => {
  const id = idOf('100:105:101,103', 90n);
  const sealed = sealEventId(secrets, id);
  expect(openEventId(secrets, sealed)).toEqual(id);
  expect(openEventId(secretsFrom(randomBytes(32)), sealed)).toBeNull();
  expect(openEventId(secrets, `${identity}.100:105:101,103.90`)).toBeNull();
  expect(openEventId(secrets, secrets.seal('another purpose', `${identity}.100:105:101,103.90`))).toBeNull();
});

test('an id shows neither transactions nor how many are running', () => {
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
])('%s is no id, though it is sealed', (text) => {
  expect(openEventId(secrets, secrets.seal('event id', text))).toBeNull();
});

test('the half of a number that a row carries is completed, also past four thousand million transactions', () => {
  const late = parseSnapshot(`${2n ** 32n + 10n}:${2n ** 32n + 20n}:`)!;
  expect([rowVersion('15', late), rowVersion('4294967290', late)]).toEqual([2n ** 32n + 15n, 4294967290n]);
});
