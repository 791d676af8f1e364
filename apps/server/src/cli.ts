#!/usr/bin/env node
import { makeBackup, restore } from './cli/backups.ts';
import { fillWithDemo, recount, recountChallenge, moveMedia } from './cli/content.ts';
import { renewDatabasePassword, migrateNow, renewKey } from './cli/database.ts';
import { doctor } from './cli/doctor.ts';
import { changeRole, createAdminByName, exportMember, changePlan, turnOffSecondStep } from './cli/members.ts';
import { UsageError, usage } from './cli/usage.ts';
import { Refusal } from './platform/refusal.ts';

/** Exit codes: 0 success, 1 failure, 2 invalid command, 3 a backup or move with missing images. */
const [, , ...words] = process.argv;

async function obey([first = 'help', second = '', ...rest]: string[]): Promise<void> {
  switch (first) {
    case 'start':
      return void (await import('./main.ts'));
    case 'migrate':
      return migrateNow();
    case 'doctor':
      return doctor();
    case 'demo':
      return fillWithDemo([second, ...rest].filter(Boolean));
    case 'admin':
      if (second === 'create') return createAdminByName(rest);
      if (second === 'promote') return changeRole(rest);
      break;
    case 'plan':
      if (second === 'grant' || second === 'revoke') return changePlan(second, rest);
      break;
    case 'forum':
      if (second === 'recount') return recount();
      break;
    case 'challenge':
      if (second === 'recount') return recountChallenge(rest);
      break;
    case 'media':
      if (second === 'move') return moveMedia(rest);
      break;
    case 'second-step':
      if (second === 'off') return turnOffSecondStep(rest);
      break;
    case 'signing-key':
      if (second === 'renew') return renewKey(rest);
      break;
    case 'database-password':
      if (second === 'renew') return renewDatabasePassword(rest);
      break;
    case 'backup':
      return makeBackup([second, ...rest].filter(Boolean));
    case 'restore':
      return restore([second, ...rest].filter(Boolean));
    case 'export':
      return exportMember([second, ...rest].filter(Boolean));
    case 'help':
    case '--help':
    case '-h':
      return console.log(usage);
  }
  throw new UsageError(`Unknown command "${[first, second].filter(Boolean).join(' ')}".`);
}

try {
  await obey(words);
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  if (error instanceof Refusal && error.errors)
    for (const [field, sentences] of Object.entries(error.errors))
      console.error(`${field}: ${sentences.map(({ text }) => text).join(' ')}`);
  else console.error((error as Error).message);
  if (error instanceof UsageError) console.error(`\n${usage}`);
}
