import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Returns the path of a system program. Logs and returns null if it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => path.join(folder, name)).find(isProgram);
  if (found === undefined) console.log(`There is no ${name} on this machine: what needs it is left out.`);
  return found ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
