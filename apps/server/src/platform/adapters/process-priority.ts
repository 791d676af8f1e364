import { writeFileSync } from 'node:fs';
import os from 'node:os';

/**
 * Sets the niceness of a process: 0 is normal, 19 the lowest priority. Linux divides the processor among sessions first, so the
 * process must lead its own session (`detached`). In a container the process's own niceness counts. Failures are ignored.
 */
export function setProcessPriority(pid: number, niceness: number): void {
  ifAllowed(() => os.setPriority(pid, niceness));
  if (process.platform === 'linux') ifAllowed(() => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)));
}

function ifAllowed(set: () => void): void {
  try {
    set();
  } catch {
    // The process has ended, or only root may raise the priority.
  }
}
