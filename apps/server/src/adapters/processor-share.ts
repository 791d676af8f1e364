import { writeFileSync } from 'node:fs';
import os from 'node:os';

/**
 * Sets the niceness of a process: 0 is usual, 19 the lowest priority. The process must be the first of a session of its own (`detached`):
 * Linux divides the processor among sessions first, and the niceness within a session matters little. Where it cannot be set, or the
 * process has ended, nothing changes.
 */
export function setProcessPriority(pid: number, niceness: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // It ended already, or the system forbids it.
  }
}
