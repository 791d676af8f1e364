// Limits a process to a share of one core, to imitate a smaller machine. Linux only; requires permission to create control groups.
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const periodUs = 10_000;
const groupsV1 = '/sys/fs/cgroup/cpu';
const groupsV2 = '/sys/fs/cgroup';

/** Returns the function that removes the limit, to call once the process has exited. Throws if the machine does not allow it. */
export function boundCores(pid, cores) {
  const isV1 = existsSync(path.join(groupsV1, 'cpu.cfs_quota_us'));
  const folder = path.join(isV1 ? groupsV1 : groupsV2, `mbari-bench-${pid}`);
  const quota = Math.round(cores * periodUs);
  const files = isV1 ? { 'cpu.cfs_period_us': `${periodUs}`, 'cpu.cfs_quota_us': `${quota}` } : { 'cpu.max': `${quota} ${periodUs}` };
  try {
    mkdirSync(folder);
    for (const [name, value] of Object.entries(files)) writeFileSync(path.join(folder, name), value);
    writeFileSync(path.join(folder, 'cgroup.procs'), String(pid));
  } catch (error) {
    throw new Error(`Processes cannot be bound to a share of a core here: ${error.message}`, { cause: error });
  }
  return () => rmdirSync(folder);
}
