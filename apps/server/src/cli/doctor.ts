import { mkdir } from 'node:fs/promises';
import type { Check } from '@mbari/contract/operations/system';
import { type Finding, listChecks } from '../operations/system/checks.ts';
import { openImageStore } from '../platform/adapters/s3-image-store.ts';
import type { Config } from '../platform/config.ts';
import { connectionFor, startDatabase } from '../platform/db/connect.ts';
import { openDatabase } from '../platform/db/database.ts';
import { environment } from '../platform/environment.ts';

/** Runs all checks in turn. Exits with 1 after a warning or a failed check. */
export async function doctor({ json }: { json: boolean }): Promise<void> {
  const { config, notes } = environment();
  let opening: ReturnType<typeof openAny> | undefined;
  const findings: Finding[] = [];
  // A check reports the failure.
  await mkdir(config.dataFolder, { recursive: true, mode: 0o711 }).catch(() => undefined);
  try {
    const openStore = () => openImageStore(config);
    for (const { run } of listChecks({ config, notes, open: () => (opening ??= openAny(config)), openStore }))
      for (const finding of await run()) {
        findings.push(finding);
        if (!json) console.log(`${marks[finding.state]} ${titles[finding.check]}: ${finding.text}`);
      }
  } finally {
    await (await opening?.catch(() => undefined))?.close();
  }
  const bad = findings.filter(({ state }) => state !== 'ok').length;
  if (bad > 0) process.exitCode = 1;
  if (json) return console.log(JSON.stringify({ ok: bad === 0, findings }));
  console.log(bad === 0 ? 'All is well.' : `${bad} of ${findings.length} checks found a problem.`);
}

/** Opens the configured database, or the embedded one, which it starts if it does not run. */
async function openAny(config: Config) {
  const embedded = await startDatabase(config);
  const db = openDatabase({ ...(await connectionFor(config)), connectionTimeoutMillis: 5_000, max: 1 });
  return {
    db,
    kind: embedded === null ? 'server' : embedded.adopted ? 'embedded, running' : 'embedded',
    async close() {
      await db.close();
      await embedded?.stop();
    },
  };
}

const marks = { ok: 'ok  ', warning: 'WARN', failed: 'BAD ' };

const titles: Record<Check, string> = {
  node: 'Node',
  data_folder: 'data folder',
  database: 'database',
  clock: 'clock',
  pooler: 'pooler',
  replicas: 'replicas',
  signing_key: 'signing key',
  images: 'images',
  mail: 'mail',
  backups: 'backups',
  address: 'address',
  certificate: 'certificate',
  settings: 'settings',
};
