import type { SignedInDevice } from '@mbari/contract/identity/sessions';
import * as limits from '@mbari/contract/platform/limits';
import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { answers } from '../languages.ts';

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

const unknown: Device = { device_name: null, device_browser: null, device_system: null };

const readAtMost = 512;
const systems: Record<string, string> = { 'Chrome OS': 'ChromeOS' };
const browsers: Record<string, string> = { 'Microsoft Edge': 'Edge', 'Samsung Internet for Android': 'Samsung Internet' };

/** Returns the device's own name, else browser and system from its User-Agent. The web app names itself 'web', which is ignored. */
export function deviceOf(request: Pick<FastifyRequest, 'headers'>, named?: string): Device {
  const name = oneLine(named ?? '');
  if (name !== '' && name.toLowerCase() !== 'web') return { ...unknown, device_name: name };
  const agent = request.headers['user-agent']?.slice(0, readAtMost) ?? '';
  if (agent.trim() === '') return unknown;
  const { browser, os } = Bowser.parse(agent);
  const browserName = oneLine(spelt(browsers, browser.name));
  const system = oneLine(spelt(systems, os.name)) || null;
  return { device_name: null, device_browser: browserName === 'Mozilla' ? null : browserName || null, device_system: system };
}

const spelt = (spellings: Record<string, string>, name = ''): string => (Object.hasOwn(spellings, name) ? spellings[name]! : name);

/** Removes invisible and bidi control characters and limits the length. */
const oneLine = (text: string): string => {
  const clean = text
    .slice(0, readAtMost)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...clean].slice(0, limits.deviceName).join('').trim();
};
