import { number } from '@mbari/words/format';

/** Returns '640 kB', '4.8 MB' or '1.2 GB'. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  if (megabytes < 0.95) return inUnits('kilobyte', Math.ceil(bytes / 1024), 0);
  const gigabytes = megabytes / 1024;
  return gigabytes < 0.95 ? inUnits('megabyte', megabytes, 1) : inUnits('gigabyte', gigabytes, 0);
}

const inUnits = (unit: string, count: number, least: number): string =>
  number(count, { style: 'unit', unit, unitDisplay: 'short', minimumFractionDigits: least, maximumFractionDigits: 1 });
