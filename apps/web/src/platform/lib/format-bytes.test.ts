import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test('a size is written in kB below 0.95 MB, in MB below 0.95 GB, otherwise in GB', () => {
  const [kilobyte, megabyte, gigabyte] = [1024, 1024 ** 2, 1024 ** 3];
  const sizes = [0, 1, 640 * kilobyte, 4.8 * megabyte, 700 * megabyte, 1.24 * gigabyte, 5 * gigabyte];
  expect(sizes.map(formatBytes)).toEqual(['0 kB', '1 kB', '640 kB', '4.8 MB', '700.0 MB', '1.2 GB', '5 GB']);
});
