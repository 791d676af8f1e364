import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

type Row = Record<string, string | number | boolean | null>;

const escapeCell = (value: Row[string]): string => {
  if (value === null) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
};

/** Writes rows as pg_dump does. All rows of a table have the same columns. */
export function plainDump(tables: Record<string, Row[]>): string {
  const blocks = Object.entries(tables).map(([table, rows]) => {
    const columns = Object.keys(rows[0]!);
    const lines = rows.map((row) => columns.map((column) => escapeCell(row[column] ?? null)).join('\t'));
    return `COPY public.${table} (${columns.map((column) => (column === 'primary' ? '"primary"' : column)).join(', ')}) FROM stdin;\n${lines.join('\n')}\n\\.\n`;
  });
  return `--\n-- PostgreSQL database dump\n--\n\n${blocks.join('\n')}\n--\n-- PostgreSQL database dump complete\n--\n`;
}

const at = '2019-05-06 07:08:09.123456';

export const discourseRows = {
  user: (id: number, username: string, row: Row = {}): Row => ({
    ...{ id, username, name: null, created_at: at, active: true, staged: false, suspended_till: null },
    ...row,
  }),
  email: (userId: number, email: string): Row => ({ id: userId, user_id: userId, email, primary: true }),
  category: (id: number, name: string, row: Row = {}): Row => ({
    ...{ id, name, color: '0088CC', description: `<p>About ${name}</p>`, position: id, parent_category_id: null, read_restricted: false },
    ...row,
  }),
  topic: (id: number, title: string, row: Row = {}): Row => ({
    ...{ id, title, category_id: 5, archetype: 'regular', created_at: at, deleted_at: null, visible: true, closed: false, archived: false },
    ...{ pinned_at: null, pinned_until: null, views: 7 },
    ...row,
  }),
  post: (id: number, topicId: number, raw: string, row: Row = {}): Row => ({
    ...{ id, user_id: 1, topic_id: topicId, post_number: 1, raw, created_at: at, deleted_at: null, hidden: false, user_deleted: false },
    ...{ post_type: 1, reply_to_post_number: null, version: 1, last_version_at: at },
    ...row,
  }),
};

/** Writes an archive like Discourse’s backups. Returns its path. */
export async function writeDiscourseBackup(folder: string, dump: string, files: Record<string, Uint8Array> = {}): Promise<string> {
  const entries = Object.entries({ 'dump.sql.gz': gzipSync(dump), ...files });
  const tar = await packTar(entries.map(([name, body]) => ({ header: { name, size: body.length, type: 'file' as const }, body })));
  const file = path.join(folder, `${randomUUID()}.tar.gz`);
  await writeFile(file, gzipSync(tar));
  return file;
}
