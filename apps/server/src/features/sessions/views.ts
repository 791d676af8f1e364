import type { SignedInDevice } from '@mbari/contract/shapes/sessions';
import { type Device, deviceLabel } from '../../device.ts';
import type { ListedSession } from './queries.ts';

export const viewSession = ({ id, created_at, used_at, is_current, ...device }: ListedSession): SignedInDevice => ({
  id,
  ...viewDevice(device),
  created_at: created_at.toISOString(),
  used_at: used_at.toISOString(),
  is_current,
});

/** A device by its name in English, and by the parts that its reader's language makes one of. */
export const viewDevice = (device: Device): Pick<SignedInDevice, 'device' | 'device_parts'> => ({
  device: deviceLabel(device),
  device_parts: device.device_name === null ? { browser: device.device_browser, system: device.device_system } : null,
});
