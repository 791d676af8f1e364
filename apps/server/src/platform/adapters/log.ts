import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Opens a log of JSON lines, or readable lines on a terminal. Requests are named by id and route; headers, bodies and query strings are never logged. */
export const openLog = (level: string, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.password', '*.token', '*.authorization'],
      serializers: { err: describeError },
    },
    to ?? (process.stdout.isTTY ? terminal : pino.destination(1)),
  );

const terminal: DestinationStream = { write: (line) => process.stdout.write(plainLine(line)) };

interface Entry {
  level: number;
  time: string;
  msg?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}

/** Omits other properties of an error, because drivers attach connections and query values. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { type, message, stack, ...more } = pino.stdSerializers.err(error);
  return { type, message, code: (more as { code?: unknown }).code, stack };
}

export function plainLine(json: string): string {
  const { level, time, msg = '', err, ...rest } = JSON.parse(json) as Entry;
  const fields = Object.entries(rest).flatMap(([name, value]) =>
    name === 'request_id' && level < 40 ? [] : [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );
  const weight = level >= 50 ? 'ERROR ' : level >= 40 ? 'warning ' : '';
  const trouble = err ? `\n  ${err.stack ?? err.message ?? ''}` : '';
  return `${time.slice(11, 19)} ${weight}${msg}${fields.length > 0 ? `  ${fields.join(' ')}` : ''}${trouble}\n`;
}
