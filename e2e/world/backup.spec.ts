import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { startObjectStore } from '../../apps/server/src/testing/object-store.ts';
import {
  addPosts,
  command,
  destroy,
  expectSettled,
  imagesOf,
  inspect,
  keepWriting,
  nothingWrong,
  restoreAndKill,
  runCommand,
  settleIn,
  startAt,
  test,
} from '../backup-run.ts';
import { post } from '../posts.ts';
import { copyStartedFolder } from '../server.ts';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

// Full size: BACKUP_PHOTOS=10000 npx playwright test -c e2e world/backup
const plan = { photos: number('BACKUP_PHOTOS', 100), writes: number('BACKUP_WRITES', 50) };

const figuresOf = ({ seconds, peak }: { seconds: number; peak: number | null }) => ({ seconds, peak_mb: peak });

test('a backup made while members write restores every acknowledged change completely', async ({ folder, installation, file }) => {
  await copyStartedFolder(installation.dataFolder);
  test.setTimeout(240_000 + plan.photos * 200);
  let server = await startAt(installation);
  const proof = await settleIn(installation, server);
  await addPosts(installation, plan.photos);
  const postId = await post(proof.api, proof.owner, { title: 'Talked about' });
  const writing = keepWriting(server, proof, postId, plan.writes);
  await expect.poll(() => writing.acknowledged().comments.length, { timeout: 60_000 }).toBeGreaterThan(plan.writes);

  const before = writing.acknowledged();
  const backup = await runCommand(installation, 'backup', file);
  const during = writing.acknowledged().comments.length - before.comments.length;
  await writing.stop();
  expect(backup).toMatchObject({ code: 0 });
  expect(during).toBeGreaterThan(0);
  const images = await imagesOf(installation, before.posts);
  expect(Object.keys(images).length).toBeGreaterThan(5);
  await server.end('SIGTERM');
  await destroy(installation);

  const verified = await runCommand(installation, 'backup', '--verify', file);
  expect(verified).toMatchObject({ code: 0 });
  expect(verified.output).toContain('is complete and can be restored');
  expect((await readdir(folder)).filter((name) => name !== 'mbari.tar')).toEqual([]);

  const restored = await runCommand(installation, 'restore', file);
  expect(restored).toMatchObject({ code: 0 });
  server = await startAt(installation);
  expect(await inspect(installation, before)).toEqual(nothingWrong);
  expect(await imagesOf(installation, before.posts)).toEqual(images);
  await expectSettled(proof, server);
  await server.end();

  console.log(
    JSON.stringify({
      plan,
      written_before: before.comments.length + before.posts.length,
      written_during: during,
      ...{ backup: figuresOf(backup), verify: figuresOf(verified), restore: figuresOf(restored) },
    }),
  );
  for (const { peak } of [backup, verified, restored]) expect(peak ?? 0).toBeLessThan(280);
});

test('a backup in an object store outlives the machine, and restores every acknowledged change with the passphrase', async ({
  folder,
  installation: { dataFolder, env },
}) => {
  await copyStartedFolder(dataFolder);
  test.setTimeout(300_000 + plan.photos * 300);
  const objects = await startObjectStore();
  const installation = { dataFolder, env: { ...env, ...objects.backupSettings } };
  try {
    let server = await startAt(installation);
    const proof = await settleIn(installation, server);
    await addPosts(installation, plan.photos);
    const postId = await post(proof.api, proof.owner, { title: 'Talked about' });
    const writing = keepWriting(server, proof, postId, plan.writes);
    await expect.poll(() => writing.acknowledged().comments.length, { timeout: 60_000 }).toBeGreaterThan(plan.writes);
    const first = await runCommand(installation, 'backup', 's3:', '--json');
    expect(first).toMatchObject({ code: 0 });
    // Backups are named by the minute.
    const minute = fileOf(first.output).slice(-3, -1);
    await expect.poll(() => new Date().toISOString().slice(14, 16), { timeout: 70_000, intervals: [500] }).not.toBe(minute);
    const before = writing.acknowledged();
    const second = await runCommand(installation, 'backup', 's3:', '--json');
    expect(second).toMatchObject({ code: 0 });
    const during = writing.acknowledged().comments.length - before.comments.length;
    await writing.stop();
    expect(during).toBeGreaterThan(0);
    const images = await imagesOf(installation, before.posts);
    await server.end('SIGTERM');
    await destroy(installation);

    const listed = await runCommand(installation, 'backups', '--json');
    const [place] = JSON.parse(listed.output) as { backups: { name: string }[] }[];
    expect(place!.backups.map(({ name }) => `s3:${name}`)).toEqual([second, first].map(({ output }) => fileOf(output)));
    const verified = await runCommand(installation, 'backup', '--verify', 's3:');
    expect(verified).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toEqual([]);

    const stranger = { ...installation, env: { ...installation.env, BACKUP_PASSPHRASE: 'not the one it was made with' } };
    const refused = await runCommand(stranger, 'restore', 's3:');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.output).toContain('The passphrase is wrong: it does not open the backups in bucket');
    expect(existsSync(dataFolder)).toBe(false);

    const mend = await objects.flipByte('pictures/');
    const damaged = await runCommand(installation, 'restore', 's3:');
    expect(damaged).toMatchObject({ code: 1 });
    expect(damaged.output).toMatch(/The archive cannot be used: pictures\/.* was changed\. Use another one; nothing was restored\./);
    expect(await readdir(dataFolder)).toEqual([]);
    await mend();

    const restored = await runCommand(installation, 'restore', 's3:');
    expect(restored).toMatchObject({ code: 0 });
    server = await startAt(installation);
    expect(await inspect(installation, before)).toEqual(nothingWrong);
    expect(await imagesOf(installation, before.posts)).toEqual(images);
    await expectSettled(proof, server);
    await server.end();

    const [firstBytes, secondBytes] = [first, second].map(({ output }) => (JSON.parse(output) as { bytes: number }).bytes);
    console.log(
      JSON.stringify({
        plan,
        written_before: before.comments.length + before.posts.length,
        ...{ written_during: during, first_bytes: firstBytes, second_bytes: secondBytes },
        ...{ first: figuresOf(first), second: figuresOf(second), verify: figuresOf(verified), restore: figuresOf(restored) },
      }),
    );
    for (const { peak } of [first, second, verified, restored]) expect(peak ?? 0).toBeLessThan(280);
    // Rows and their list; with 100 photos, 1 % is less than an empty database.
    expect(secondBytes).toBeLessThan(Math.max(firstBytes! / 100, 1_000_000));
  } finally {
    await objects.close();
  }
});

const fileOf = (output: string): string => (JSON.parse(output) as { file: string }).file;

test('a cancelled backup leaves nothing, and backup and restore overwrite nothing', async ({ folder, installation, file }) => {
  const nowhere = await runCommand(installation, 'backup', file);
  expect(nowhere).toMatchObject({ code: 1 });
  expect(nowhere.output).toContain('nothing to back up');
  expect(existsSync(installation.dataFolder)).toBe(false);

  const server = await startAt(installation);
  await settleIn(installation, server);
  await addPosts(installation, 200);
  const stopped = command(installation, 'backup', file);
  await expect.poll(async () => (await readdir(folder)).some((name) => name.includes('partial'))).toBe(true);
  expect(await stopped.end('SIGINT')).toBe(1);
  expect(await readdir(folder)).toEqual(['data']);

  await mkdir(path.join(folder, 'taken.tar'));
  const taken = await runCommand(installation, 'backup', path.join(folder, 'taken.tar'));
  expect(taken).toMatchObject({ code: 1 });
  expect(taken.output).toContain('already exists');
  expect(await runCommand(installation, 'restore', file)).toMatchObject({ code: 1 });
  expect(await runCommand(installation, 'backup', file)).toMatchObject({ code: 0 });
  const over = await runCommand(installation, 'restore', file);
  expect(over).toMatchObject({ code: 1 });
  expect(over.output).toContain('is not empty: it contains database');
  await server.end();
});

test('the operator can export a member’s data', async ({ folder, installation }) => {
  await copyStartedFolder(installation.dataFolder);
  const server = await startAt(installation);
  const { owner } = await settleIn(installation, server);
  const zip = path.join(folder, 'export.zip');
  expect(await runCommand(installation, 'export', owner.member.username, zip)).toMatchObject({ code: 0 });
  expect(await runCommand(installation, 'export', owner.member.username, zip)).toMatchObject({ code: 1 });
  expect(await runCommand(installation, 'export', 'nobody.here', path.join(folder, 'none.zip'))).toMatchObject({ code: 1 });
  expect((await readdir(folder)).sort()).toEqual(['data', 'export.zip']);
  await server.end();
});

test('after a killed restore, the server refuses to start, and another restore succeeds', async ({ folder, installation, file }) => {
  await copyStartedFolder(installation.dataFolder);
  const server = await startAt(installation);
  await settleIn(installation, server);
  await addPosts(installation, 200);
  expect(await runCommand(installation, 'backup', file)).toMatchObject({ code: 0 });
  await server.end();
  await destroy(installation);

  await restoreAndKill(installation, file);
  const start = command(installation, 'start');
  expect(await start.ended).toBe(1);
  expect(start.output()).toContain('A restore into');
  expect(await runCommand(installation, 'backup', path.join(folder, 'half.tar'))).toMatchObject({ code: 1 });
  expect(existsSync(path.join(folder, 'half.tar'))).toBe(false);

  await restoreAndKill(installation, file);
  expect(await runCommand(installation, 'restore', file)).toMatchObject({ code: 0 });
  expect(existsSync(path.join(installation.dataFolder, 'restore-under-way'))).toBe(false);
  const again = await startAt(installation);
  expect(await inspect(installation, { comments: [], posts: [] })).toEqual(nothingWrong);
  await again.end();
});
