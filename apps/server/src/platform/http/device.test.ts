import * as limits from '@mbari/contract/platform/limits';
import { expect, test } from 'vitest';
import { deviceLabel, deviceOf } from './device.ts';

const labelOf = (agent: string | undefined, name?: string): string =>
  deviceLabel(deviceOf({ headers: agent === undefined ? {} : { 'user-agent': agent } }, name));
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const pixel = `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`;

test.each([
  ['Chrome on Android', pixel],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
  [
    'Safari on iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari on macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  ],
  ['Unknown device', 'node'],
  ['Unknown device', ''],
  ['Unknown device', undefined],
  ['Unknown device', 'Mozilla/5.0 (<script>alert(1)</script>)'],
])('a browser is called %s', (name, agent) => {
  expect(labelOf(agent)).toBe(name);
});

test('a name given by the client is kept, except `web`', () => {
  expect(labelOf(pixel, 'Ngozi’s tablet')).toBe('Ngozi’s tablet');
  for (const none of [undefined, '', '  ', 'web', ' Web ', '\u200b']) expect(labelOf(pixel, none)).toBe('Chrome on Android');
});

test('a device name is one line of visible characters within its limit', () => {
  expect(labelOf(undefined, 'a\u0007b\r\nc\u202ed\u200be  f\u2028')).toBe('abcde f');
  expect(labelOf(undefined, 'x'.repeat(100_000))).toBe('x'.repeat(limits.deviceName));
  expect([...labelOf(undefined, '🎨'.repeat(60))]).toHaveLength(limits.deviceName);
  for (const agent of ['a/'.repeat(8_000), ' '.repeat(16_000), `Mozilla/5.0 (${'a;'.repeat(8_000)}`, '\u0001'.repeat(600)])
    expect(labelOf(agent).length).toBeLessThanOrEqual(limits.deviceName);
});
