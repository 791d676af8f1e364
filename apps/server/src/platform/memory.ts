import os from 'node:os';

/** Bytes that this process and its children may use: a container may use less than the machine has. */
export const memoryOfMachine = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
