import { writeNewFile } from '../../adapters/new-file.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../refusal.ts';
import { lockAccountCalled } from '../members/lock-account.ts';
import { listFiles } from './list-files.ts';
import { findOwnAccount } from './queries.ts';
import { zipFiles } from './zip-files.ts';

/** Writes the export of the member of that username or verified address into a new file, for the operator to hand over. Throws `not_found`. */
export async function writeExport(context: Context, who: string, file: string): Promise<void> {
  const memberId = await context.db.transaction((tx) => lockAccountCalled(tx, who));
  const account = memberId === undefined ? undefined : await findOwnAccount(context.db, memberId);
  if (!account) throw notFound(`There is no member "${who}".`);
  await writeNewFile(file, (handle) => handle.writeFile(zipFiles(listFiles(context, account))));
}
