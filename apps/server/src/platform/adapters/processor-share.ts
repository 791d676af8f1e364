import { writeFileSync } from 'node:fs';
import os from 'node:os';

/**
 * Sets the niceness of a process: 0 is usual, 19 the lowest priority. The process must be the first of a session of its own (`detached`):
 * Linux divides the processor among sessions first, and the niceness within a session matters little. In a container it does not, and the
 * process's own counts. Where one cannot be set, or the process has ended, it stays as it is.
 */
export function setProcessPriority(pid: number, niceness: number): void {
  ifAllowed(() => os.setPriority(pid, niceness));
  if (process.platform === 'linux') ifAllowed(() => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)));
}

function ifAllowed(set: () => void): void {
  try {
    set();
  } catch {
    // It ended already, or the system forbids it: only root takes a niceness back.
  }
}
