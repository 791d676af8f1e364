/** Returns the delay in milliseconds after failures beyond the hourly limit. It never blocks the owner. */
export const delayAfter = (failuresTooMany: number): number => Math.min(Math.max(0, failuresTooMany) * 250, 4_000);
