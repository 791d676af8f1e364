import os from 'node:os';

/** Returns the memory limit in bytes, which in a container may be less than the machine's. */
export const memoryOfMachine = (): number => Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
