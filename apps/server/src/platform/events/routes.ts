import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import * as calls from '@mbari/contract/events';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import { Refusal } from '../refusal.ts';
import { listPresence } from './list-presence.ts';
import { eventsOf } from './open-events.ts';
import { readEvents } from './read-events.ts';

export const eventRoutes = [
  route(calls.readEvents, async ({ context, member, query, request, reply }) => {
    const { socket } = request.raw;
    // Behind another answer on the same connection there is no room for one that does not end.
    if (!(await hasTurn(reply.raw, socket))) throw new Refusal('malformed', 'unreadableRequest');
    const stream = await readEvents(context, member, { watch: query.watch ?? [], lastId: request.headers['last-event-id']?.toString() });
    reply.hijack();
    reply.raw.detachSocket(socket);
    stream.begin(socket, headOf(reply));
    request.server.connections.release(socket, stream);
    forgetHeaders(request.raw);
    return undefined;
  }),
  route(calls.listPresence, async ({ context, member, query }) => ({ data: await listPresence(context, member, query.ids) })),
];

/** The client may have all of the answer before this one, and ask anew on the same connection, before this process hears that it was sent. */
async function hasTurn(response: ServerResponse, socket: Socket): Promise<boolean> {
  for (let waits = 0; response.socket !== socket && !socket.destroyed && waits < 50; waits += 1) await setTimeout(10);
  return response.socket === socket;
}

/** Node keeps a request for as long as its connection is open. */
function forgetHeaders(request: IncomingMessage): void {
  request.rawHeaders = [];
  request.headers = {};
}

/** Streams end before the server waits for its connections to end. */
export function addEvents(app: FastifyInstance, context: Context): void {
  app.addHook('preClose', () => eventsOf(context).close());
}

/** Written to the socket itself: a stream then costs no more than its socket. */
function headOf(reply: FastifyReply): string {
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // nginx would wait for more.
    'x-accel-buffering': 'no',
    'date': new Date().toUTCString(),
    'connection': 'close',
  };
  return `HTTP/1.1 200 OK\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}\r\n`)
    .join('')}\r\n`;
}
