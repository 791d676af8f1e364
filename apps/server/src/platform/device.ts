import type { SignedInDevice } from '@mbari/contract/identity/sessions';
import { answers } from './languages.ts';

/** A session's device; null where unknown. */
export interface Device {
  device_name: string | null;
  device_browser: string | null;
  device_system: string | null;
}

/** Returns the device in English, such as 'Chrome on Android'. */
export const deviceLabel = ({ device_name, device_browser: browser, device_system: system }: Device): string =>
  device_name ??
  (browser !== null && system !== null ? answers.deviceOn({ browser, system }) : (browser ?? system ?? answers.unknownDevice));

export const viewDevice = (device: Device): Pick<SignedInDevice, 'device' | 'device_parts'> => ({
  device: deviceLabel(device),
  device_parts: device.device_name === null ? { browser: device.device_browser, system: device.device_system } : null,
});
