/** Classes and codes with which PostgreSQL says "not now": connection lost, shutting down or starting, full, cancelled, contended. */
const passing = /^(?:08...|57P0[1-5]|57014|53300|55P03|40001|40P01)$/;
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
/** The driver gives these no code. */
const saidByDriver =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

/** Whether an error means that the database cannot answer now but may soon: the caller is asked to try again. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return saidByDriver.test(error.message) || (error instanceof AggregateError && error.errors.some(isOutage));
  // The socket of an embedded database is a file: while it is down, the file is not there.
  return passing.test(code) || unreachable.has(code) || (code === 'ENOENT' && syscall === 'connect');
}

/** Whether the database has no room left on its disk. */
export const isDatabaseFull = (error: unknown): boolean => error instanceof Error && (error as { code?: string }).code === '53100';
