import { startRunner } from './job-runner.ts';
import { openContext } from './open-context.ts';
import { openLog } from './platform/adapters/log.ts';
import { connectionFor } from './platform/db/connect.ts';
import { jobTimeouts } from './platform/db/timeouts.ts';
import { environment } from './platform/environment.ts';

/** The second process: mails, sweeps and whatever else can wait. Started by main.ts, which also makes it yield to the server. */
const { config } = environment();
// The server died: its successor brings a runner of its own. Until this one takes jobs there is nothing to bring to an end.
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
  // Whatever hangs is cut off before whoever waits for us loses patience.
  setTimeout(() => process.exit(1), 5_000).unref();
  await runner.stop();
  await close();
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
process.off('disconnect', leave);
process.on('disconnect', () => void stop());
