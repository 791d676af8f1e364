// @ts-check
// Worker thread that hashes and verifies one password after the other. Plain JavaScript, so that it starts from both the source and the build.
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * @typedef {import('@node-rs/argon2').Options} Strength
 * @typedef {{ hash: string, strength: Strength } | { verify: string, storedHash: string, usual: boolean }} Task
 */

// Lowers the thread's priority below the main thread's. Only Linux has priorities per thread.
if (process.platform === 'linux')
  setPriority(Math.min(getPriority() + constants.priority.PRIORITY_BELOW_NORMAL, constants.priority.PRIORITY_LOW));

parentPort?.on('message', (/** @type {Task} */ task) => {
  try {
    parentPort?.postMessage({ done: 'hash' in task ? hashSync(task.hash, task.strength) : task.usual ? verify(task) : verifyAsLong(task) });
  } catch (error) {
    parentPort?.postMessage({ failed: String(error) });
  }
});

/** @param {{ verify: string, storedHash: string }} task */
const verify = ({ verify: password, storedHash }) => verifySync(storedHash, password);

/**
 * Verifies a password against a hash of outdated strength, then hashes until the call took as long as at the current strength. A time
 * difference would reveal registered addresses. Sleeping does not help, because load slows hashing but not sleeping.
 * @param {{ verify: string, storedHash: string }} task
 */
function verifyAsLong(task) {
  const missing = roundsMissing(task);
  const right = verify(task);
  for (let round = 0; round < missing; round += 1) hashSync(task.verify, smallest);
  return right;
}

const smallest = { memoryCost: 1024, timeCost: 1, parallelism: 1 };
/** Cache of additional rounds by hash settings. */
const missingBySettings = /** @type {Map<string, number>} */ (new Map());

/** @param {{ verify: string, storedHash: string }} task */
function roundsMissing(task) {
  const settings = task.storedHash.split('$').slice(0, 4).join('$');
  const cached = missingBySettings.get(settings);
  if (cached !== undefined) return cached;
  const usual = leastOf(() => verify({ ...task, storedHash: workerData.unknownAccountHash }));
  const rounds = (usual - leastOf(() => verify(task))) / leastOf(() => hashSync(task.verify, smallest));
  const missing = Math.max(0, Math.round(rounds));
  missingBySettings.set(settings, missing);
  return missing;
}

/**
 * Returns the milliseconds of the fastest attempt, because other load only slows it down.
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
