import { z } from 'zod';

/** Archive format version; incremented when older programs cannot read it. */
export const format = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const wholeNumber = z.int().nonnegative();
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const part = z.strictObject({ name: z.string(), size: wholeNumber, sha256: digest });
const rows = {
  /** In the order of a row's values, without generated columns. */
  columns: z.array(identifier),
  rows: wholeNumber,
  /** Sum of the SHA-256 of every row, independent of row order. */
  content: digest,
  /** Gzipped `COPY` text, split anywhere. */
  parts: z.array(part),
};

const manifest = z.strictObject({
  format: z.literal(format),
  product: z.string(),
  made_at: z.iso.datetime(),
  postgresql: z.string(),
  schema: z.array(z.strictObject({ name: z.string().regex(/^\d{4}_[a-z0-9_]+\.sql$/), checksum: digest })),
  tables: z.array(z.strictObject({ name: identifier, ...rows })),
  sequences: z.array(z.strictObject({ name: identifier, last: z.string().regex(/^-?\d+$/) })),
  jobs: z.strictObject(rows),
  pictures: z.strictObject({
    files: wholeNumber,
    bytes: wholeNumber,
    missing: wholeNumber,
    /** Lists of `SHA-256  name`, each stored after the files it names. */
    sums: z.array(part),
  }),
  secrets: z.array(part).nullable(),
  /** Public address of a community that is handed over to another operator. Absent in other backups. */
  handed_over_from: z.url().optional(),
});

export type Manifest = z.infer<typeof manifest>;
export type Part = z.infer<typeof part>;
export type CopiedRows = z.infer<z.ZodObject<typeof rows>>;

export function readManifest(bytes: Buffer): Manifest {
  const json = JSON.parse(bytes.toString('utf8')) as { format?: unknown };
  if (typeof json.format === 'number' && json.format > format)
    throw new Error(`The archive was made by a newer version (format ${json.format}). Install that version, then restore.`);
  return manifest.parse(json);
}

export const entryNames = {
  table: (table: string, n: number): string => `database/${table}/${padNumber(n)}.copy.gz`,
  job: (n: number): string => `jobs/${padNumber(n)}.copy.gz`,
  image: (id: string, file: string): string => `pictures/${id}/${file}`,
  sums: (n: number): string => `sums/${padNumber(n)}.sha256`,
  secret: (name: string): string => `secrets/${name}`,
  manifest: 'manifest.json',
  manifestSum: 'manifest.json.sha256',
};

const padNumber = (n: number): string => String(n).padStart(6, '0');

export function imageAt(name: string): { id: string; file: string } | null {
  const [, id, file] = /^pictures\/([0-9a-f-]{36})\/([1-9]\d{0,4}\.(?:webp|jpeg|avif))$/.exec(name) ?? [];
  return id !== undefined && file !== undefined ? { id, file } : null;
}

/** Excludes the secrets of the embedded database, which are created with its folder. */
export const isSecretName = (name: string): boolean => /^[a-z][a-z0-9-]{0,60}$/.test(name) && !name.startsWith('database-');
