import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { compress, takesCompressed } from './compress.ts';
import type { ReadyJson } from './ready-json.ts';

/** Up to this number, writing parts is faster than concatenating them. */
const partsAtMost = 16;

/** Sends JSON, compressed if the client accepts it. Uncompressed parts are written one by one, because most of them are shared buffers. */
export function sendAccepted(reply: FastifyReply, json: ReadyJson): FastifyReply | Promise<FastifyReply> {
  const accepts = reply.request.headers['accept-encoding'];
  if (takesCompressed(accepts)) return sendCompressed(reply, json.text, accepts);
  if (json.parts.length === 1 || json.parts.length > partsAtMost) return reply.send(json.text);
  let length = 0;
  for (const part of json.parts) length += Buffer.byteLength(part);
  reply.header('content-length', length).hijack();
  const { raw } = reply;
  raw.writeHead(raw.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.cork();
  for (const part of json.parts) raw.write(part);
  raw.end();
  raw.uncork();
  return reply;
}

async function sendCompressed(reply: FastifyReply, text: string | Buffer, accepts: string | undefined): Promise<FastifyReply> {
  const compressed = await compress(text, accepts);
  if (compressed === null) return reply.send(text);
  return reply.header('content-encoding', compressed.encoding).header('vary', 'accept-encoding').send(compressed.bytes);
}
