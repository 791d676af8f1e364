import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BackupResult, createBackup } from '../operations/backup/create-backup.ts';
import { startTestApp, type TestApp, type TestMember } from './app.ts';
import { addBackupEdgeCases } from './backup-edge-cases.ts';
import { makeQuickFolder } from './quick-folder.ts';

export interface BackedUp {
  app: TestApp;
  /** Member who has a second factor and wrote the posts. */
  member: TestMember;
  /** Folder of archives and restored data. */
  folder: string;
  /** Archive of all data. */
  file: string;
  made: BackupResult;
  close(): Promise<void>;
}

/** Starts an application with backup edge cases and secrets, and backs it up. */
export async function startBackedUp(): Promise<BackedUp> {
  const app = await startTestApp();
  const folder = await makeQuickFolder('mbari-backups-');
  const secrets = path.join(app.context.config.dataFolder, 'secrets');
  await mkdir(secrets, { mode: 0o700 });
  await writeFile(path.join(secrets, 'signing-key'), Buffer.alloc(32, 9));
  await writeFile(path.join(secrets, 'database-password'), 'of this machine alone');
  const member = await addBackupEdgeCases(app);
  const file = path.join(folder, 'whole.tar');
  const backup = await createBackup(app.context, file, { withSecrets: true });
  return {
    ...{ app, member, folder, file, made: backup },
    async close() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
