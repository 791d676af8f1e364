import path from 'node:path';
import { writeExport } from '../identity/export/write-export.ts';
import { showProgress } from './progress.ts';
import { readArguments, UsageError } from './usage.ts';
import { withContext } from './with-context.ts';

export async function exportMember(args: string[]): Promise<void> {
  const { words } = readArguments(args, []);
  const [who, file, ...more] = words;
  if (who === undefined || file === undefined || more.length > 0) throw new UsageError('MEMBER and FILE are required.');
  const at = path.resolve(file);
  await withContext((context) => showProgress((options) => writeExport(context, who, at, options)));
  console.log(`Exported the data of ${who} to ${at}.`);
}
