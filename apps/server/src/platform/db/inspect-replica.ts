import type pg from 'pg';

/** WAL position (LSN), comparable between a primary and its replicas. */
export type Position = bigint;

export interface Identity {
  system: string;
  database: string;
}

type Queryable = Pick<pg.Pool | pg.Client, 'query'>;

const identity = `(select system_identifier::text from pg_control_system()) as system, current_database()::text as database`;

export const readIdentity = async (writer: Queryable): Promise<Identity> => (await writer.query<Identity>(`select ${identity}`)).rows[0]!;

/** Returns the primary's WAL position, after all transactions committed so far. */
export async function readWriterPosition(writer: Queryable): Promise<Position> {
  const { rows } = await writer.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
  const position = positionOf(rows[0]!.at);
  // At a page start, the primary's position is after the page header, but a replica's is before the header.
  const inPage = position % 8_192n;
  return inPage === 24n || inPage === 40n ? position - inPage : position;
}

export interface ReplicaState {
  /** Why the server cannot be used as a replica, or null. */
  fault: string | null;
  replayed: Position;
}

export async function inspectReplica(replica: Queryable, writer: Identity): Promise<ReplicaState> {
  const { rows } = await replica.query<Identity & { is_replica: boolean; replayed: string | null }>(
    `select ${identity}, pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as replayed`,
  );
  const { system, database, is_replica: isReplica, replayed } = rows[0]!;
  return { fault: faultOf({ system, database }, writer, isReplica), replayed: positionOf(replayed ?? '0/0') };
}

function faultOf(replica: Identity, writer: Identity, isReplica: boolean): string | null {
  if (replica.system !== writer.system) return 'it belongs to another server than DATABASE_URL';
  if (!isReplica) return 'it is not a replica: it accepts writes';
  return replica.database === writer.database ? null : `it is the database ${replica.database}, but DATABASE_URL is ${writer.database}`;
}

/** Parses `16/B374D848`: two 32-bit halves in hex. */
function positionOf(text: string): Position {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
