import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { findProgram } from '../find-program.ts';
import { freePort } from '../server.ts';
import { documented } from './balancers.ts';
import { startDebianPostgres } from './debian-postgres.ts';
import { makeProxyFolder } from './front.ts';

// Tests the files that `docker compose --profile several` mounts, without Docker: npx playwright test -c e2e/servers compose

test('HAProxy accepts the mounted configuration', async () => {
  const haproxy = findProgram('haproxy');
  test.skip(haproxy === null, 'no haproxy');
  const { folder, certificate, remove } = await makeProxyFolder();
  try {
    const pem = path.join(folder, 'certificate.pem');
    await writeFile(pem, (await Promise.all([certificate.file, certificate.key].map((at) => readFile(at, 'utf8')))).join(''));
    const file = path.join(folder, 'haproxy.cfg');
    await writeFile(file, (await documented('haproxy-compose.cfg')).replace('/certificate.pem', pem));
    await promisify(execFile)(haproxy!, ['-c', '-f', file]);
  } finally {
    await remove();
  }
});

test('the replica script creates a replica once, which continues to follow after a restart', async () => {
  const primary = await startDebianPostgres();
  test.skip(primary === null, 'no PostgreSQL of Debian');
  const ask = async (port: number, sql: string): Promise<unknown> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'admin', database: 'postgres', connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client.query<{ it: unknown }>(sql).then(
      async ({ rows }) => (await client.end(), rows[0]?.it),
      async (error: unknown) => (await client.end(), Promise.reject(error as Error)),
    );
  };
  try {
    const port = await freePort();
    const { bin, folder, owner } = primary!;
    const run = () => {
      const child = spawn(
        'bash',
        [path.join(import.meta.dirname, '../../docs/operating/replica.sh'), '-p', String(port), '-k', folder, '-c', 'fsync=off'],
        {
          ...owner,
          cwd: '/',
          stdio: 'ignore',
          env: {
            PATH: `${bin}:${process.env['PATH']}`,
            PGHOST: '127.0.0.1',
            PGPORT: String(primary!.port),
            PGUSER: 'admin',
            PGDATA: path.join(folder, 'replica'),
          },
        },
      );
      const ended = new Promise((resolve) => child.once('exit', resolve));
      return async (): Promise<void> => void (child.kill('SIGINT'), await ended);
    };
    await ask(primary!.port, 'create table notes as select 1 as it');
    for (const note of [1, 2]) {
      const stop = run();
      await expect.poll(() => ask(port, 'select max(it) as it from notes').catch(() => null), { timeout: 60_000 }).toBe(note);
      expect(await ask(port, 'select pg_is_in_recovery() as it')).toBe(true);
      await stop();
      await ask(primary!.port, 'insert into notes values (2)');
    }
  } finally {
    await primary?.stop();
  }
});
