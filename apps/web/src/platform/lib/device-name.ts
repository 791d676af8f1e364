import type { SignedInDevice } from '@mbari/contract/identity/sessions';
import * as words from '@mbari/words/security';

export function deviceName({ device, device_parts }: Pick<SignedInDevice, 'device' | 'device_parts'>): string {
  if (device_parts === null) return device;
  const { browser, system } = device_parts;
  if (browser !== null && system !== null) return words.deviceOn({ browser, system });
  return browser ?? system ?? words.unknownDevice;
}
