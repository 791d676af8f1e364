import { answers } from './english.ts';

/** What is known of a device, as a session keeps it; null: it did not say. */
export interface Device {
  /** What its client calls it. */
  device_name: string | null;
  device_browser: string | null;
  device_system: string | null;
}

/** The device in English, such as 'Chrome on Android'. */
export const deviceLabel = ({ device_name, device_browser: browser, device_system: system }: Device): string =>
  device_name ??
  (browser !== null && system !== null ? answers.deviceOn({ browser, system }) : (browser ?? system ?? answers.unknownDevice));
