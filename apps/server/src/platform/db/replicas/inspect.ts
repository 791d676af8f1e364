import type pg from 'pg';

/** A place in the log of a server's changes, which all of its replicas follow. */
export type Position = bigint;

/** Which server it is, as far as it can be told from others: a replica says the same as the one it follows. */
export interface Identity {
  system: string;
  database: string;
}

type Queryable = Pick<pg.Pool | pg.Client, 'query'>;

const identity = `(select system_identifier::text from pg_control_system()) as system, current_database()::text as database`;

export const readIdentity = async (writer: Queryable): Promise<Identity> => (await writer.query<Identity>(`select ${identity}`)).rows[0]!;

/** What stands before this place was committed by the time that was asked, written or not. */
export async function readWriterPosition(writer: Queryable): Promise<Position> {
  const { rows } = await writer.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
  const position = positionOf(rows[0]!.at);
  // Right behind the head of a page, where no change ends: all changes before it end before that page.
  const inPage = position % 8_192n;
  return inPage === 24n || inPage === 40n ? position - inPage : position;
}

/** What a server says that should follow another. */
export interface Found {
  /** Why it must not be asked; null: it is a replica of this server. */
  fault: string | null;
  /** Up to where it follows. */
  replayed: Position;
}

export async function inspectReplica(replica: Queryable, writer: Identity): Promise<Found> {
  const { rows } = await replica.query<Identity & { is_replica: boolean; replayed: string | null }>(
    `select ${identity}, pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as replayed`,
  );
  const { system, database, is_replica: isReplica, replayed } = rows[0]!;
  return { fault: faultOf({ system, database }, writer, isReplica), replayed: positionOf(replayed ?? '0/0') };
}

function faultOf(found: Identity, writer: Identity, isReplica: boolean): string | null {
  if (found.system !== writer.system) return 'it belongs to another server than DATABASE_URL';
  if (!isReplica) return 'it is no replica: it takes writes itself';
  return found.database === writer.database ? null : `it is the database ${found.database}, but DATABASE_URL is ${writer.database}`;
}

/** `16/B374D848`: two halves of 32 bits in hex. */
function positionOf(text: string): Position {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
