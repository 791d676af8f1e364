import { createHash } from 'node:crypto';
import path from 'node:path';

export const clusterOf = (dataFolder: string): string => path.join(dataFolder, 'database');

/** Returns the socket folder. A socket path is limited to about 100 bytes, so a deep data folder gets a socket in /tmp. */
export function socketFolder(dataFolder: string): string {
  const near = path.join(dataFolder, 'run');
  if (Buffer.byteLength(near) < 80) return near;
  return path.join('/tmp', `mbari-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`);
}
