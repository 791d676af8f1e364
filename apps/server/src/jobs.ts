import { startRunner } from './job-runner.ts';
import { openContext } from './open-context.ts';
import { openLog } from './platform/adapters/log.ts';
import { connectionFor, jobTimeouts } from './platform/db/connect.ts';
import { environment } from './platform/environment.ts';
import { hasDueJobs } from './platform/jobs/queries.ts';

/** The job process: mail, sweeps and other background work. jobs-process.ts starts it when jobs are due. */
const { config } = environment();
// Exits if the server dies during start-up. No job has started, and the next server starts its own runner.
const leave = (): void => process.exit(1);
process.on('disconnect', leave);
const log = openLog(config.logLevel);
const { context, close } = await openContext(config, { ...(await connectionFor(config)), ...jobTimeouts }, log).catch((error: Error) => {
  log.fatal({ reason: error.message }, 'the job runner cannot start');
  process.exit(1);
});
const runner = await startRunner(context);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  clearInterval(idle);
  // Ends hanging jobs if the server is dead. A running server kills this process after four seconds.
  setTimeout(() => process.exit(1), 5_000).unref();
  await runner.stop();
  await close();
  process.exit(0);
}

// Ends when idle, which frees about 70 MB. Stays if the database does not answer, or if a due job waits for another one.
const idle = setInterval(() => {
  if (runner.idleMs() < 10_000) return;
  hasDueJobs(context.db).then(
    (isDue) => isDue || void stop(),
    () => undefined,
  );
}, 1_000);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
process.off('disconnect', leave);
process.on('disconnect', () => void stop());
