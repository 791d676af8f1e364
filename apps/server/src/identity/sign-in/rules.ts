/** Milliseconds that a sign-in waits after failures beyond what the hour allows. Slower and slower, but never shut: its owner still gets in. */
export const delayAfter = (failuresTooMany: number): number => Math.min(Math.max(0, failuresTooMany) * 250, 4_000);
