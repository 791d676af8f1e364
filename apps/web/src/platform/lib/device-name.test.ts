import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

test.each([
  ['Chrome on Android', { browser: 'Chrome', system: 'Android' }],
  ['Firefox', { browser: 'Firefox', system: null }],
  ['Linux', { browser: null, system: 'Linux' }],
  ['Unknown device', { browser: null, system: null }],
  ['Kitchen tablet', null],
])('a device is named %s', (device, device_parts) => {
  expect(deviceName({ device: device_parts === null ? device : 'in English', device_parts })).toBe(device);
});
