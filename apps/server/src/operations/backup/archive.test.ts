import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeNewFile } from '../../platform/adapters/new-file.ts';
import { measureFree } from '../../platform/adapters/storage-space.ts';
import { format, type Manifest, entryNames } from './manifest.ts';
import { archiveFile, checkArchive, DamagedArchive } from './read-archive.ts';
import { type ArchiveWriter, maxEntrySize, writeArchive } from './write-archive.ts';

let folder: string;
let good: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mbari-archives-'));
  good = await makeArchive();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const createdAt = new Date('2026-03-01T04:05:06Z');
const image = '0b6c7c3e-6d0f-4b0e-9d8a-0e7b8a9c1d2e';

/** Writes a small archive. `meddle` adds entries or changes the manifest. */
async function makeArchive(meddle: { member?: (archive: ArchiveWriter) => Promise<unknown>; manifest?: object } = {}): Promise<Buffer> {
  const file = path.join(folder, `${Math.random()}.tar`);
  await writeNewFile(file, async (handle) => {
    const archive = writeArchive(handle, createdAt);
    const rows = { columns: ['id'], rows: 1, content: '0'.repeat(64) };
    const table = await archive.add(entryNames.table('members', 1), gzipSync('1\n'));
    const secret = await archive.add(entryNames.secret('signing-key'), Buffer.alloc(32, 7));
    const webp = await archive.add(entryNames.image(image, '320.webp'), Buffer.from('webp'));
    await meddle.member?.(archive);
    const sums = await archive.add(entryNames.sums(1), Buffer.from(`${webp.sha256}  ${webp.name}\n`));
    const manifest: Manifest = {
      ...{ format, product: '0.1.0', made_at: createdAt.toISOString(), postgresql: '18.0', schema: [], sequences: [] },
      tables: [{ name: 'members', ...rows, parts: [table] }],
      jobs: { columns: ['task'], rows: 0, content: '0'.repeat(64), parts: [] },
      pictures: { files: 1, bytes: 4, missing: 0, sums: [sums] },
      secrets: [secret],
    };
    await archive.finish({ ...manifest, ...meddle.manifest });
  });
  return readFile(file);
}

async function check(bytes: Buffer): Promise<Manifest> {
  const file = path.join(folder, 'checked.tar');
  await writeFile(file, bytes);
  return checkArchive(archiveFile(file));
}

test('an archive reads back unchanged, and tar reads it', async () => {
  expect(await check(good)).toMatchObject({ product: '0.1.0', pictures: { files: 1 } });
  const { stdout } = await promisify(execFile)('tar', ['-tf', path.join(folder, 'checked.tar')]);
  expect(stdout.trim().split('\n')).toEqual([
    'database/members/000001.copy.gz',
    'secrets/signing-key',
    `pictures/${image}/320.webp`,
    'sums/000001.sha256',
    'manifest.json',
    'manifest.json.sha256',
  ]);
});

test('a truncated archive is refused at any length', async () => {
  for (let length = 0; length < good.length; length += 128)
    await expect(check(good.subarray(0, length)), `${length}`).rejects.toThrow(DamagedArchive);
  await expect(check(good.subarray(0, -1))).rejects.toThrow('is truncated');
});

test('a flipped bit is refused, unless every entry still reads unchanged', { tags: ['world'] }, async () => {
  const readBytes = async (bytes: Buffer): Promise<unknown> => {
    const file = path.join(folder, 'turned.tar');
    await writeFile(file, bytes);
    const entries: unknown[] = [];
    const manifest = await checkArchive(archiveFile(file), { onEntry: (entry) => void entries.push(entry) });
    return { entries, manifest };
  };
  const whole = await readBytes(good);
  let refusedCount = 0;
  // Flips one bit of every eleventh byte, at varying positions within the byte.
  for (let offset = 0; offset < good.length; offset += 11) {
    const turned = Buffer.from(good);
    turned[offset]! ^= 1 << (offset % 8);
    const result = await readBytes(turned).catch((error: unknown) => error);
    if (result instanceof DamagedArchive) refusedCount += 1;
    else expect(result, `byte ${offset}`).toEqual(whole);
  }
  expect(refusedCount).toBeGreaterThan(good.length / 11 / 2);
});

test('entries missing from the manifest are refused', async () => {
  const extra = (name: string, text = 'x') => makeArchive({ member: (archive) => archive.add(name, Buffer.from(text)) });
  await expect(check(await extra(entryNames.image(image, '640.webp')))).rejects.toThrow(DamagedArchive);
  await expect(check(await extra(entryNames.secret('other')))).rejects.toThrow(DamagedArchive);
  await expect(check(await extra('readme.txt'))).rejects.toThrow(DamagedArchive);
  await expect(check(await extra('sums/000009.sha256', ''))).rejects.toThrow(DamagedArchive);
  await expect(check(Buffer.concat([good, good]))).rejects.toThrow(DamagedArchive);
  await expect(check(Buffer.concat([good, Buffer.alloc(511), Buffer.from('x')]))).rejects.toThrow(DamagedArchive);
});

test('a manifest that contradicts the archive is refused', async () => {
  await expect(check(await makeArchive({ manifest: { tables: [] } }))).rejects.toThrow(DamagedArchive);
  await expect(check(await makeArchive({ manifest: { pictures: { files: 2, bytes: 4, missing: 0, sums: [] } } }))).rejects.toThrow(
    DamagedArchive,
  );
  await expect(check(await makeArchive({ manifest: { secrets: null } }))).rejects.toThrow(DamagedArchive);
  await expect(check(await makeArchive({ manifest: { unheard: 1 } }))).rejects.toThrow(DamagedArchive);
  await expect(check(await makeArchive({ manifest: { format: 2 } }))).rejects.toThrow('made by a newer version');
});

test('path traversal, links, folders and oversized entries are refused', async () => {
  const forged = (change: (header: Buffer) => void): Buffer => {
    const header = Buffer.from(good.subarray(0, 512));
    change(header);
    header.write('        ', 148);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return Buffer.concat([header, good.subarray(512)]);
  };
  expect(forged(() => undefined)).toEqual(good);
  const forgeName = (name: string) => forged((header) => header.fill(0, 0, 100).write(name, 0));
  for (const name of ['../secret', 'secrets/../../x', '/etc/passwd', 'secrets/./a', 'secrets//a', 'a\\b', '', 'Secrets/A', '.hidden'])
    await expect(check(forgeName(name)), name).rejects.toThrow(DamagedArchive);
  for (const type of ['1', '2', '3', '5', 'x', 'g', 'L', 'S']) {
    const linked = forged((header) => header.write(`${type}/etc/passwd`, 156));
    await expect(check(linked), type).rejects.toThrow(DamagedArchive);
  }
  await expect(check(forged((header) => header.write('77777777777', 124)))).rejects.toThrow(DamagedArchive);
  await expect(check(forged((header) => header.write((maxEntrySize + 1).toString(8).padStart(11, '0'), 124)))).rejects.toThrow(
    DamagedArchive,
  );
  await expect(check(forged((header) => header.write('\u0080', 124, 'latin1')))).rejects.toThrow(DamagedArchive);
  await expect(check(forged((header) => header.write('0004777', 100)))).rejects.toThrow(DamagedArchive);
  await expect(check(forged((header) => header.write('somewhere', 345)))).rejects.toThrow(DamagedArchive);
});

test('files in other formats are refused', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), Buffer.alloc(10_240), gzipSync(good)])
    await expect(check(bytes)).rejects.toThrow(DamagedArchive);
  await expect(checkArchive(archiveFile(path.join(folder, 'nowhere.tar')))).rejects.toThrow('nowhere.tar');
});

test('writing a new file never overwrites another, not even one created meanwhile', async () => {
  const file = path.join(folder, 'taken');
  await expect(
    writeNewFile(file, async (handle) => {
      await handle.writeFile('ours');
      await writeFile(file, 'theirs');
    }),
  ).rejects.toThrow('already exists');
  expect(await readFile(file, 'utf8')).toBe('theirs');
  await expect(writeNewFile(file, async () => undefined)).rejects.toThrow('already exists');
});

test('writing a new file refuses a dangling link', async () => {
  const file = path.join(folder, 'leads-nowhere');
  await symlink(path.join(folder, 'nowhere'), file);
  await expect(writeNewFile(file, async () => undefined)).rejects.toThrow('already exists');
  await rm(file);
  await expect(writeNewFile(file, async () => symlink(path.join(folder, 'nowhere'), file))).rejects.toThrow('already exists');
});

test('two concurrent writes of one new file do not mix', async () => {
  const file = path.join(folder, 'wanted-twice');
  const results = await Promise.allSettled(['one', 'two'].map((text) => writeNewFile(file, (handle) => handle.writeFile(text.repeat(9)))));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await readFile(file, 'utf8')).toBe((results[0]!.status === 'fulfilled' ? 'one' : 'two').repeat(9));
});

test.runIf(process.platform === 'linux')('a file system that reports no size counts as having room', async () => {
  expect(await measureFree('/proc')).toBe(Infinity);
  expect(await measureFree(folder)).toBeLessThan(Infinity);
});

test('a new file is readable by its owner only, and a failed one is deleted', async () => {
  const file = path.join(folder, 'private');
  await writeNewFile(file, (handle) => handle.writeFile('x'));
  const handle = await open(file);
  expect((await handle.stat()).mode & 0o777).toBe(0o600);
  expect((await handle.stat()).nlink).toBe(1);
  await handle.close();
  const failed = path.join(folder, 'failed');
  await expect(writeNewFile(failed, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  const { stdout } = await promisify(execFile)('ls', [folder]);
  expect(stdout).not.toMatch(/failed|partial/);
  await expect(writeNewFile(path.join(folder, 'no', 'where'), async () => undefined)).rejects.toThrow('/no does not exist.');
});
