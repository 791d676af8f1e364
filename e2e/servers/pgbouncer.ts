import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findProgram } from '../find-program.ts';
import { freePort } from '../server.ts';
import { makeProxyFolder, type Proxy, startProxy } from './front.ts';

const documented = path.join(import.meta.dirname, '../../docs/operating/pgbouncer.ini');

/** Returns the installed PgBouncer, or the one of PGBOUNCER_PATH, and its version, such as [1, 24]. */
export function findPgBouncer(): { program: string; version: [major: number, minor: number] } | null {
  const program = process.env['PGBOUNCER_PATH'] ?? findProgram('pgbouncer');
  return program === null ? null : { program, version: versionOf(program) };
}

function versionOf(program: string): [major: number, minor: number] {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  return [Number(major), Number(minor)];
}

export interface RunningPooler {
  /** Address of the same database through the pooler. */
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Runs PgBouncer with the documented configuration, except for names, ports and passwords. `change` edits the file. */
export async function startPgBouncer(program: string, directUrl: string, change = (text: string) => text): Promise<RunningPooler> {
  const { folder, remove } = await makeProxyFolder();
  const [{ hostname, port, username, pathname }, listens] = [new URL(directUrl), { host: '127.0.0.1', port: await freePort() }];
  const [configuration, users] = [path.join(folder, 'pgbouncer.ini'), path.join(folder, 'userlist.txt')];
  const text = (await readFile(documented, 'utf8'))
    .replace(/^mbari = .*$/m, `${pathname.slice(1)} = host=${hostname} port=${port} dbname=${pathname.slice(1)}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${listens.port}\nunix_socket_dir =`)
    .replace('scram-sha-256', 'trust')
    .replace('/etc/pgbouncer/userlist.txt', users);
  await writeFile(configuration, change(text));
  await writeFile(users, `"${username}" ""\n`);
  // PgBouncer does not run as root.
  const args = [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), configuration];
  let running: Proxy | null = await startProxy(program, args, listens);
  const stop = async (): Promise<void> => {
    // On SIGTERM, PgBouncer would wait until all clients disconnect.
    await running?.stop('SIGQUIT');
    running = null;
  };
  return {
    url: `postgres://${username}@${listens.host}:${listens.port}${pathname}`,
    stop,
    start: async () => void (running ??= await startProxy(program, args, listens)),
    remove: async () => {
      await stop();
      await remove();
    },
  };
}
