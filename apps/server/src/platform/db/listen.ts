import pg from 'pg';

export interface Listening {
  close(): Promise<void>;
}

interface ListenHandlers {
  onNotification: (payload: string) => void;
  /** Called after each connect. Earlier notifications may have been missed. */
  onOpened: () => void;
  onLost: (error: Error) => void;
}

const pingEveryMs = 10_000;
const pingWithinMs = 5_000;
const retryMs = 250;

/** Listens to a channel on its own connection, and reconnects when it is lost. */
export function listen(options: pg.ClientConfig, channel: string, { onNotification, onOpened, onLost }: ListenHandlers): Listening {
  let client: pg.Client | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const connection = new pg.Client({ ...options, keepAlive: true, application_name: 'mbari events' });
    client = connection;
    const lose = (reason: Error): void => {
      if (isClosed || client !== connection) return;
      client = undefined;
      onLost(reason);
      void connection.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), retryMs * (1 + Math.random())).unref();
    };
    connection.on('error', lose);
    connection.on('end', () => lose(new Error('The connection ended.')));
    connection.on('notification', ({ payload = '' }) => onNotification(payload));
    try {
      await connection.connect();
      await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (isClosed) return;
      onOpened();
      ping(connection, lose);
    } catch (error) {
      lose(error as Error);
    }
  }

  function ping(connection: pg.Client, lose: (error: Error) => void): void {
    timer = setTimeout(() => {
      const query = { text: 'select 1', query_timeout: pingWithinMs };
      connection.query(query).then(() => client === connection && !isClosed && ping(connection, lose), lose);
    }, pingEveryMs).unref();
  }

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
