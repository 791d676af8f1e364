import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { compress, takesCompressed } from './compress.ts';
import type { ReadyJson } from './ready-json.ts';

/** Up to so many parts are written sooner than they are copied together. */
const partsAtMost = 16;

/** Sends an answer as the client takes it. What is sent as it is, in few parts, is written part by part: most of it is what others get as well. */
export async function sendCompressed(reply: FastifyReply, json: ReadyJson): Promise<FastifyReply | undefined> {
  const accepts = reply.request.headers['accept-encoding'];
  const isInParts = json.parts.length > 1 && json.parts.length <= partsAtMost;
  if (!isInParts || takesCompressed(accepts)) {
    const { text } = json;
    const compressed = await compress(text, accepts);
    if (compressed === null) return reply.send(text);
    return reply.header('content-encoding', compressed.encoding).header('vary', 'accept-encoding').send(compressed.bytes);
  }
  const length = json.parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  reply.header('content-length', length).hijack();
  const { raw } = reply;
  raw.writeHead(raw.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.cork();
  for (const part of json.parts) raw.write(part);
  raw.end();
  raw.uncork();
  return undefined;
}
