import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** JSON lines. What is logged names requests by id and route; headers, bodies and query strings never reach it. */
export const openLog = (level: string, to?: DestinationStream): Logger => pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ['*.password', '*.token', '*.authorization'] }, to ?? pino.destination(1));
