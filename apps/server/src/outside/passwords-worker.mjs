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

/** Milliseconds that the latest comparisons of the usual strength took. */
const durations = /** @type {number[]} */ ([]);
const remembered = 32;

/** @param {{ verify: string, kept: string }} task */
function verify({ verify: password, kept }) {
  const began = performance.now();
  const right = verifySync(kept, password);
  durations.push(performance.now() - began);
  if (durations.length > remembered) durations.shift();
  return right;
}

const nobody = new Int32Array(new SharedArrayBuffer(4));

/**
 * Compares with a hash of another strength and then waits, until it has taken as long as one of the latest of the usual strength did: the
 * difference would tell whose address is known.
 * @param {{ verify: string, kept: string }} task
 */
function verifyAsLong({ verify: password, kept }) {
  while (durations.length < 8) verify({ verify: password, kept: workerData.hashOfNobody });
  const until = performance.now() + (durations[Math.floor(Math.random() * durations.length)] ?? 0);
  const right = verifySync(kept, password);
  const left = until - performance.now();
  if (left > 0) Atomics.wait(nobody, 0, 0, left);
  return right;
}
