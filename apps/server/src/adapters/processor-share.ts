import { writeFileSync } from 'node:fs';
import os from 'node:os';

/**
 * How far behind others a process stands in line for the processor: 0 as anybody, 19 last. The process must be the first of a session of
 * its own (`detached`): Linux shares the processor out among sessions first, and what a process is within its session says little.
 * Where that cannot be told, or the process has ended, it runs as it is.
 */
export function setProcessPriority(pid: number, niceness: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // It ended already, or the system forbids it.
  }
}
