import { isUtf8 } from 'node:buffer';
import { type Cleaner, UnusableExport } from './source.ts';

/** Longest line in bytes. Longer ones are left out and counted. */
const maxLine = 32 * 1024 ** 2;

/** Yields lines without their end. Holds one line in memory. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, cleaner: Cleaner): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): string | null => {
    const line = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const isTooLong = length > maxLine;
    [parts, length] = [[], 0];
    if (isTooLong) {
      cleaner.dropped += 1;
      return null;
    }
    if (!isUtf8(line)) cleaner.cleaned += 1;
    return line.toString('utf8');
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      parts.push(bytes.subarray(from, end));
      length += end - from;
      from = end + 1;
      const line = take();
      if (line !== null) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
    length += bytes.length - from;
    // The bytes of a line that is too long are dropped at once.
    if (length <= maxLine) parts.push(bytes.subarray(from));
    else parts = [];
  }
  if (length > 0) {
    const line = take();
    if (line !== null) yield line;
  }
}

export interface CopiedRow {
  table: string;
  /** Values by column. Null for SQL's null. */
  values: Readonly<Record<string, string | null>>;
}

/**
 * Yields rows of the COPY blocks in a plain file of pg_dump. `wanted` names the tables and the columns that each must have. Throws
 * UnusableExport for a truncated file, a missing table or a missing column.
 */
export async function* readCopyBlocks(
  lines: AsyncIterable<string>,
  wanted: Readonly<Record<string, readonly string[]>>,
  optional: readonly string[] = [],
): AsyncGenerator<CopiedRow> {
  const missing = new Set(Object.keys(wanted));
  let block: { table: string; columns: string[] } | null = null;
  let isSkipping = false;
  let [isDump, isComplete] = [false, false];
  for await (const line of lines) {
    if (block !== null || isSkipping) {
      if (line === '\\.') [block, isSkipping] = [null, false];
      else if (block) {
        const cells = line.split('\t');
        const { table, columns } = block;
        yield { table, values: Object.fromEntries(columns.map((column, index) => [column, unescapeCell(cells[index])])) };
      }
      continue;
    }
    if (line.startsWith('-- PostgreSQL database dump')) isDump = true;
    if (line === '-- PostgreSQL database dump complete') isComplete = true;
    const [, table, columnList = ''] = /^COPY (?:"?\w+"?\.)?"?(\w+)"? \(([^)]*)\) FROM stdin;$/.exec(line) ?? [];
    if (table === undefined) continue;
    const needed = wanted[table];
    isSkipping = needed === undefined && !optional.includes(table);
    if (isSkipping) continue;
    const columns = columnList.split(', ').map((name) => name.replaceAll('"', ''));
    const absent = needed?.find((name) => !columns.includes(name));
    if (absent !== undefined)
      throw new UnusableExport(`The table ${table} has no column ${absent}: the export is of a version that this import does not know.`);
    missing.delete(table);
    block = { table, columns };
  }
  if (!isDump) throw new UnusableExport('The file is not a plain file of pg_dump.');
  if (!isComplete) throw new UnusableExport('The file is truncated: the end of the dump is missing. Copy or make it again.');
  const [absent] = missing;
  if (absent !== undefined)
    throw new UnusableExport(
      `The dump has no COPY block of the table ${absent}. It must be a dump of the right forum, made without --inserts.`,
    );
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unescapeCell(cell: string | undefined): string | null {
  if (cell === undefined || cell === '\\N') return null;
  if (!cell.includes('\\')) return cell;
  return cell.replaceAll(/\\([\s\S])/g, (_, letter: string) => escapes[letter] ?? letter);
}
