import pg from 'pg';

export interface Listening {
  close(): Promise<void>;
}

interface Ears {
  heard: (payload: string) => void;
  /** Called after each connect. Earlier notifications may have been missed. */
  opened: () => void;
  lost: (error: Error) => void;
}

const pingEveryMs = 10_000;
const pingWithinMs = 5_000;
const retryMs = 250;

/** Listens to a channel on its own connection, and reconnects when it is lost. */
export function listen(options: pg.ClientConfig, channel: string, { heard, opened, lost }: Ears): Listening {
  let client: pg.Client | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const mine = new pg.Client({ ...options, keepAlive: true, application_name: 'mbari events' });
    client = mine;
    const lose = (reason: Error): void => {
      if (isClosed || client !== mine) return;
      client = undefined;
      lost(reason);
      void mine.end().catch(() => undefined);
      timer = setTimeout(() => void connect(), retryMs * (1 + Math.random())).unref();
    };
    mine.on('error', lose);
    mine.on('end', () => lose(new Error('The connection ended.')));
    mine.on('notification', ({ payload = '' }) => heard(payload));
    try {
      await mine.connect();
      await mine.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (isClosed) return;
      opened();
      ping(mine, lose);
    } catch (error) {
      lose(error as Error);
    }
  }

  function ping(mine: pg.Client, lose: (error: Error) => void): void {
    timer = setTimeout(() => {
      const query = { text: 'select 1', query_timeout: pingWithinMs };
      mine.query(query).then(() => client === mine && !isClosed && ping(mine, lose), lose);
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
