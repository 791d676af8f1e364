import { writeNewFile } from '../../platform/adapters/new-file.ts';
import type { Context } from '../../platform/context.ts';
import { lockAccountByUsernameOrEmail } from '../../platform/member-views.ts';
import { because, notFound } from '../../platform/refusal.ts';
import { listFiles } from './list-files.ts';
import { findOwnAccount } from './queries.ts';
import { zipFiles } from './zip-files.ts';

interface WriteOptions {
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
}

/** Writes a member's export to a new file, which is deleted on abort. Throws `not_found`. */
export async function writeExport(
  context: Context,
  usernameOrEmail: string,
  file: string,
  { signal, onProgress }: WriteOptions = {},
): Promise<void> {
  const memberId = await context.db.transaction((tx) => lockAccountByUsernameOrEmail(tx, usernameOrEmail));
  const account = memberId === undefined ? undefined : await findOwnAccount(context.db, memberId);
  if (!account) throw notFound(because('noSuchMember', { who: usernameOrEmail }));
  await writeNewFile(file, async (handle) => {
    let byteCount = 0;
    for await (const chunk of zipFiles(listFiles(context, account)) as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      await handle.writeFile(chunk);
      byteCount += chunk.length;
      onProgress?.(`Written: ${(byteCount / 1024 ** 2).toFixed(0)} MB`);
    }
  });
}
