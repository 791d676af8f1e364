import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { sync } from '../../adapters/new-file.ts';
import { findBinaries } from './binaries.ts';
import { clusterOf, runProgram, socketFolder } from './cluster.ts';
import { adminRole, appRole, passwordFile, type Role, writeDraft } from './passwords.ts';
import { isAnswering } from './postgres-process.ts';
import { chooseRunAs } from './run-as.ts';
import { removeStaleLocks } from './serving-lock.ts';

/** Sets new passwords in PostgreSQL's single-user mode, which needs no old password. Can be repeated after an interruption. */
export async function renewPasswords(dataFolder: string): Promise<void> {
  const cluster = clusterOf(dataFolder);
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) throw new Error(`There is no database in ${dataFolder} yet.`);
  const socket = socketFolder(dataFolder);
  if (await isAnswering(socket)) throw new Error(`The database in ${dataFolder} is running. Stop Mbari first.`);
  removeStaleLocks(cluster, socket);
  const runAs = chooseRunAs(await findBinaries(dataFolder), dataFolder);
  const roles: Role[] = [appRole, adminRole];
  const drafts = await Promise.all(roles.map((role) => writeDraft(passwordFile(dataFolder, role))));
  const [app = '', admin = ''] = await Promise.all(drafts.map((draft) => readFile(draft, 'utf8')));
  const [command, args] = runAs.wrap(path.join(runAs.binaries, 'bin', 'postgres'), [
    '--single',
    '-D',
    cluster,
    ...keepingQuiet,
    'postgres',
  ]);
  const { code, output } = await runProgram(command, args, runAs, `${setPasswords({ mbari: app, postgres: admin })}\n`);
  if (code !== 0) throw new Error(`PostgreSQL could not change the passwords. It says:\n${output.trim()}`);
  for (const [index, role] of roles.entries()) await rename(drafts[index]!, passwordFile(dataFolder, role));
  await sync(path.join(dataFolder, 'secrets'));
}

const keepingQuiet = ['-c', 'exit_on_error=on', '-c', 'log_min_messages=fatal', '-c', 'log_min_error_statement=panic'];

/** On one line, because single-user mode reads one command per line. */
const setPasswords = (passwords: Record<Role, string>): string =>
  `do $$ begin ${Object.entries(passwords)
    .map(
      ([role, password]) =>
        `if exists (select from pg_roles where rolname = '${role}') then alter role ${role} password '${password}'; end if;`,
    )
    .join(' ')} end $$;`;
