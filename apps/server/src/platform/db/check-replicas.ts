import pg from 'pg';
import { inspectReplica, readIdentity, readWriterPosition } from './inspect-replica.ts';
import { nameOf } from './replica.ts';

export interface ReplicaFinding {
  name: string;
  /** Why the replica must not be used, as the end of a sentence. */
  fault: string | null;
  trouble: string | null;
  /** Bytes of WAL that are not yet replayed. */
  missing: number;
}

export async function checkReplicas(urls: readonly string[], writer: Pick<pg.Pool, 'query'>): Promise<ReplicaFinding[]> {
  if (urls.length === 0) return [];
  const identity = await readIdentity(writer);
  const position = await readWriterPosition(writer);
  return Promise.all(
    urls.map(async (url) => {
      const name = nameOf(url);
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const { fault, replayed } = await inspectReplica(client, identity);
        return { name, fault, trouble: null, missing: Math.max(0, Number(position - replayed)) };
      } catch (error) {
        return { name, fault: null, trouble: (error as Error).message, missing: 0 };
      } finally {
        await client.end().catch(() => undefined);
      }
    }),
  );
}

/** Throws if a configured server is not a replica of the primary. Returns warnings about unreachable replicas, because they may recover. */
export async function requireReplicas(urls: readonly string[], writer: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const findings = await checkReplicas(urls, writer);
  const unusable = findings.find(({ fault }) => fault !== null);
  if (unusable)
    throw new Error(`DATABASE_REPLICA_URLS has ${unusable.name}, but ${unusable.fault}. List only streaming replicas of DATABASE_URL.`);
  return findings.flatMap(({ name, trouble }) =>
    trouble === null ? [] : [`The replica ${name} does not answer (${trouble}). It is used as soon as it does.`],
  );
}
