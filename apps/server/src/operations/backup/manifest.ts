import { z } from 'zod';

/** Raised when an older program could not read what a newer one writes. */
export const format = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.int().nonnegative();
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

/** One member of the archive. */
const part = z.strictObject({ name: z.string(), size: whole, sha256: digest });
const rows = {
  /** In the order in which they stand in the rows. Columns that PostgreSQL computes itself are left out. */
  columns: z.array(identifier),
  rows: whole,
  /** Sum of the SHA-256 of every row, which does not ask for an order. */
  content: digest,
  /** `COPY` text, cut anywhere, gzipped. */
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
    files: whole,
    bytes: whole,
    /** Files that rows name and that could not be read. */
    missing: whole,
    /** Lists of `SHA-256  name`, each after the files that it lists. */
    sums: z.array(part),
  }),
  /** Null: they were left out. */
  secrets: z.array(part).nullable(),
});

export type Manifest = z.infer<typeof manifest>;
export type Part = z.infer<typeof part>;
export type CopiedRows = z.infer<z.ZodObject<typeof rows>>;

/** Throws where it is of another format or none. */
export function readManifest(bytes: Buffer): Manifest {
  const said = JSON.parse(bytes.toString('utf8')) as { format?: unknown };
  if (typeof said.format === 'number' && said.format > format)
    throw new Error(`The archive was made by a newer version (format ${said.format}). Install that version, then restore.`);
  return manifest.parse(said);
}

/** The name of each kind of entry. */
export const entryNames = {
  table: (table: string, n: number): string => `database/${table}/${numbered(n)}.copy.gz`,
  job: (n: number): string => `jobs/${numbered(n)}.copy.gz`,
  image: (id: string, file: string): string => `pictures/${id}/${file}`,
  sums: (n: number): string => `sums/${numbered(n)}.sha256`,
  secret: (name: string): string => `secrets/${name}`,
  manifest: 'manifest.json',
  manifestSum: 'manifest.json.sha256',
};

const numbered = (n: number): string => String(n).padStart(6, '0');

/** The id and file of an image's entry. */
export function imageAt(name: string): { id: string; file: string } | null {
  const [, id, file] = /^pictures\/([0-9a-f-]{36})\/([1-9]\d{0,4}\.(?:webp|jpeg|avif))$/.exec(name) ?? [];
  return id !== undefined && file !== undefined ? { id, file } : null;
}

/** A file of the folder of secrets that belongs into a backup: the embedded database's own are made anew with its folder. */
export const isSecretName = (name: string): boolean => /^[a-z][a-z0-9-]{0,60}$/.test(name) && !name.startsWith('database-');
