import { describeStorageFault } from './adapters/storage-faults.ts';
import { Refusal } from './refusal.ts';

/** Returns what went wrong in words for the operator, with what to do where that is known. */
export function explainError(error: unknown): string {
  if (error instanceof Refusal && error.errors)
    return Object.entries(error.errors)
      .map(([field, sentences]) => `${field}: ${sentences.map(({ text }) => text).join(' ')}`)
      .join('\n');
  const { code = '', message } = error as NodeJS.ErrnoException;
  const setting = ['DATABASE_DIRECT_URL', 'DATABASE_URL'].find((name) => process.env[name]?.trim());
  if (setting !== undefined && ['ECONNREFUSED', 'ENOTFOUND', '28P01', '3D000'].includes(code))
    return `The database at ${setting} cannot be used: ${message || code}`;
  return describeStorageFault(error) ?? message;
}
