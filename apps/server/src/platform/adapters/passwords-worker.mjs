// @ts-check
// A thread that works on passwords, one after the other. Plain JavaScript, so that it starts from the source as from the build.
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * @typedef {import('@node-rs/argon2').Options} Strength
 * @typedef {{ hash: string, strength: Strength } | { verify: string, kept: string, usual: boolean }} Task
 */

// Behind the thread that answers everybody else in the line for the processor. Only Linux tells threads from their process here.
if (process.platform === 'linux')
  setPriority(Math.min(getPriority() + constants.priority.PRIORITY_BELOW_NORMAL, constants.priority.PRIORITY_LOW));

parentPort?.on('message', (/** @type {Task} */ task) => {
  try {
    parentPort?.postMessage({ done: 'hash' in task ? hashSync(task.hash, task.strength) : task.usual ? verify(task) : verifyAsLong(task) });
  } catch (error) {
    parentPort?.postMessage({ failed: String(error) });
  }
});

/** @param {{ verify: string, kept: string }} task */
const verify = ({ verify: password, kept }) => verifySync(kept, password);

/**
 * Compares with a hash of another strength, and then works on until it has cost what one of the usual strength does: the difference would
 * tell whose address is known. It works and does not wait, so that a busy machine slows both alike.
 * @param {{ verify: string, kept: string }} task
 */
function verifyAsLong(task) {
  const missing = roundsMissing(task);
  const right = verify(task);
  for (let round = 0; round < missing; round += 1) hashSync(task.verify, smallest);
  return right;
}

/** The least that is worked at once. */
const smallest = { memoryCost: 1024, timeCost: 1, parallelism: 1 };
/** By settings of a hash: how many rounds it costs less than one of the usual strength. */
const missingBySettings = /** @type {Map<string, number>} */ (new Map());

/** @param {{ verify: string, kept: string }} task */
function roundsMissing(task) {
  const settings = task.kept.split('$').slice(0, 4).join('$');
  const known = missingBySettings.get(settings);
  if (known !== undefined) return known;
  const usual = leastOf(() => verify({ ...task, kept: workerData.hashOfNobody }));
  const rounds = (usual - leastOf(() => verify(task))) / leastOf(() => hashSync(task.verify, smallest));
  const missing = Math.max(0, Math.round(rounds));
  missingBySettings.set(settings, missing);
  return missing;
}

/**
 * Milliseconds of the fastest of some tries: what else the machine does only ever makes it slower.
 * @param {() => unknown} work
 */
function leastOf(work) {
  let least = Infinity;
  for (let tries = 0; tries < 12; tries += 1) {
    const began = performance.now();
    work();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}
