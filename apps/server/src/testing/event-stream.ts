import { type IncomingMessage, request } from 'node:http';
import type { EventData } from '@mbari/contract/platform/events';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

export interface ReceivedEvent {
  event: string;
  id: string | undefined;
}

export interface EventStream {
  status: number;
  headers: IncomingMessage['headers'];
  received: ReceivedEvent[];
  data: EventData[];
  lastId(): string;
  /** Waits for this event, and returns all events from the previous call of `next` up to it. */
  next(event: string, id?: string): Promise<ReceivedEvent[]>;
  /** Time at which the other end closed the stream. */
  ended: Promise<number>;
  close(): void;
}

/** Reads a member's event stream like a client. */
export async function readStream(
  app: Pick<TestApp, 'direct'>,
  token: string,
  { watch = [], lastId }: { watch?: string[]; lastId?: string } = {},
): Promise<EventStream> {
  const query = watch.length > 0 ? `?watch=${watch.join()}` : '';
  const headers = { authorization: `Bearer ${token}`, ...(lastId !== undefined && { 'last-event-id': lastId }) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${app.direct}/api/v1/events${query}`, { agent: false, headers }, resolve).on('error', reject).end();
  });
  const received: ReceivedEvent[] = [];
  const data: EventData[] = [];
  let [text, reached, seenCount] = ['', '', 0];
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      text = text.slice(end + 2);
      reached = fields.get('id') ?? reached;
      const event = fields.get('event');
      if (event === undefined) continue;
      data.push(JSON.parse(fields.get('data')!) as EventData);
      received.push({ event, id: data.at(-1)!.id });
    }
  });
  response.on('error', () => undefined);
  const ended = new Promise<number>((resolve) => response.on('close', () => resolve(performance.now())));
  if (response.statusCode === 200) await expect.poll(() => reached, { interval: 5 }).not.toBe('');
  return {
    status: response.statusCode!,
    headers: response.headers,
    received,
    data,
    lastId: () => reached,
    async next(event, id) {
      const index = (): number => received.findIndex((one, offset) => offset >= seenCount && one.event === event && one.id === id);
      await expect.poll(index, { timeout: 10_000, interval: 5, message: `${event} ${id ?? ''}` }).not.toBe(-1);
      const endIndex = index() + 1;
      const since = received.slice(seenCount, endIndex);
      seenCount = endIndex;
      return since;
    },
    ended,
    close: () => void response.destroy(),
  };
}
