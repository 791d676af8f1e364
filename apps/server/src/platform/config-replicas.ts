import type { Source } from './config-source.ts';

/** Reads comma-separated addresses. Errors do not repeat them, because they contain passwords. */
export function readReplicas({ value, problem }: Source, database: { kind: 'embedded' | 'server' }): string[] {
  const listed = (value('DATABASE_REPLICA_URLS') ?? '').split(',').flatMap((part) => part.trim() || []);
  const urls = listed.flatMap((text) => (URL.canParse(text) ? new URL(text) : []));
  const isRight = urls.length === listed.length && urls.every(({ protocol }) => protocol === 'postgres:' || protocol === 'postgresql:');
  if (!isRight) problem('DATABASE_REPLICA_URLS must be addresses that start with postgres:// or postgresql://, with commas between.');
  if (listed.length > 0 && database.kind === 'embedded')
    problem(
      'DATABASE_REPLICA_URLS is set, but DATABASE_URL is not: the embedded database has no replicas. Set DATABASE_URL to the server that they follow.',
    );
  return isRight ? urls.map(({ href }) => href) : [];
}
