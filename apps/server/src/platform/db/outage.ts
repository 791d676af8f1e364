/** Temporary errors: connection lost, shutting down or starting, too many connections, cancelled, contended. */
const passing = /^(?:08...|57P0[1-5]|57014|53300|55P03|40001|40P01)$/;
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const driverErrors =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

/** Returns true for an error that a retry may resolve: the database cannot answer now. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return driverErrors.test(error.message) || (error instanceof AggregateError && error.errors.some(isOutage));
  // A stopped embedded database has no socket file.
  return passing.test(code) || unreachable.has(code) || (code === 'ENOENT' && syscall === 'connect');
}

export const isDatabaseFull = (error: unknown): boolean => error instanceof Error && (error as { code?: string }).code === '53100';
