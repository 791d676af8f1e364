// @ts-check
// A thread that works on passwords, one after the other. Plain JavaScript, so that it starts from the source as from the build.
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/**
 * @typedef {import('@node-rs/argon2').Options} Strength
 * @typedef {{ hash: string, strength: Strength } | { verify: string, kept: string }} Task
 */

// Behind the thread that answers everybody else in the line for the processor. Only Linux tells threads from their process here.
if (process.platform === 'linux')
  setPriority(Math.min(getPriority() + constants.priority.PRIORITY_BELOW_NORMAL, constants.priority.PRIORITY_LOW));

parentPort?.on('message', (/** @type {Task} */ task) => {
  try {
    parentPort?.postMessage({ done: 'hash' in task ? hashSync(task.hash, task.strength) : verifySync(task.kept, task.verify) });
  } catch (error) {
    parentPort?.postMessage({ failed: String(error) });
  }
});
