import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { memberHeader, outboxFolder } from '../adapters/mailer.ts';
import type { Task } from '../jobs/task.ts';
import { listMembersThere } from './queries.ts';

const retentionMs = 7 * 24 * 60 * 60 * 1000;
const atOnce = 100;

/** Deletes mails from the outbox after a week or when their recipient's account is erased. */
export const sweepOutbox: Task = async (_payload, { context, signal }) => {
  const folder = outboxFolder(context.config);
  const names = (await readdir(folder).catch(nothingIfMissing)) ?? [];
  const oldest = context.now().getTime() - retentionMs;
  let swept = 0;
  for (let start = 0; start < names.length; start += atOnce) {
    signal.throwIfAborted();
    const files = await Promise.all(names.slice(start, start + atOnce).map((name) => readOutboxFile(path.join(folder, name))));
    const members = files.flatMap((file) => file?.memberId ?? []);
    const existing = new Set((await listMembersThere(context.db, members)).map(({ id }) => id));
    const over = files.filter((file) => file && (file.writtenAt < oldest || (file.memberId !== null && !existing.has(file.memberId))));
    await Promise.all(over.map((file) => rm(file!.path, { force: true })));
    swept += over.length;
  }
  if (swept > 0) context.log.info({ swept }, 'swept the outbox');
};

interface OutboxFile {
  path: string;
  writtenAt: number;
  /** Null if the mail lacks the header; it is then deleted after a week. */
  memberId: string | null;
}

async function readOutboxFile(file: string): Promise<OutboxFile | null> {
  if (!/\.(?:eml|draft)$/.test(file)) return null;
  const stats = await stat(file).catch(nothingIfMissing);
  if (!stats?.isFile()) return null;
  const memberId = new RegExp(`^${memberHeader}: ([0-9a-f-]{36})\\r?$`, 'mi').exec(await readHead(file))?.[1] ?? null;
  return { path: file, writtenAt: stats.mtimeMs, memberId };
}

async function readHead(file: string): Promise<string> {
  const handle = await open(file).catch(nothingIfMissing);
  if (!handle) return '';
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.toString('latin1', 0, bytesRead).split(/\r?\n\r?\n/, 1)[0] ?? '';
  } finally {
    await handle.close();
  }
}

function nothingIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
