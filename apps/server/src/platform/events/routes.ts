import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import * as calls from '@mbari/contract/platform/events';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import type { Viewer } from '../http/viewer.ts';
import { isId } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { eventsOf } from './open-events.ts';
import { listOnlineShown } from './queries.ts';
import { readEvents } from './read-events.ts';

export const eventRoutes = [
  route(calls.readEvents, async ({ context, member, query, request, reply }) => {
    const { socket } = request.raw;
    // With pipelining, the previous response must be complete before an endless one.
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

/** Waits for the previous response: the client may have received it before this process knows. */
async function hasTurn(response: ServerResponse, socket: Socket): Promise<boolean> {
  for (let waits = 0; response.socket !== socket && !socket.destroyed && waits < 50; waits += 1) await setTimeout(10);
  return response.socket === socket;
}

/** Frees memory: Node keeps the request as long as the connection. */
function forgetHeaders(request: IncomingMessage): void {
  request.rawHeaders = [];
  request.headers = {};
}

export function addEvents(app: FastifyInstance, context: Context): void {
  app.addHook('preClose', () => eventsOf(context).close());
}

/** Returns the response head. It is written to the bare socket, so that a stream costs no more memory than its socket. */
function headOf(reply: FastifyReply): string {
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Turns off nginx's buffering.
    'x-accel-buffering': 'no',
    'date': new Date().toUTCString(),
    'connection': 'close',
  };
  return `HTTP/1.1 200 OK\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}\r\n`)
    .join('')}\r\n`;
}

interface Present {
  id: string;
  is_online: boolean;
}

async function listPresence(context: Context, viewer: Viewer, ids: readonly string[]): Promise<Present[]> {
  const events = eventsOf(context);
  void events.start();
  const visible = await listOnlineShown(context.db, viewer.id, ids.filter(isId));
  return visible.map((id) => ({ id, is_online: events.presence.isOnline(id) }));
}
