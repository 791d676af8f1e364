import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { compress, takesCompressed } from './compress.ts';

/** JSON assembled from stored fragments and sent unchanged. Tests still check it against the schema. */
export class ReadyJson {
  /** Parts to send one after the other, without copying them together. */
  readonly parts: readonly (string | Buffer)[];
  constructor(...parts: (string | Buffer)[]) {
    this.parts = parts;
  }
  get text(): string | Buffer {
    return this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts.map((part) => Buffer.from(part)));
  }
}

/** Returns the first fragment of an object, with the viewer's own fields. `sharedPiece` follows it. */
export const ownPiece = (fields: object): Buffer => Buffer.from(ownText(fields));

/** Like `ownPiece`, but as text, which is cheaper for a single response. */
export const ownText = (fields: object): string => `${JSON.stringify(fields).slice(0, -1)},`;

/** Returns the second fragment, which is the same for all viewers. */
export const sharedPiece = (shared: object): Buffer => Buffer.from(JSON.stringify(shared).slice(1));

const begin = Buffer.from('{"data":[');
const comma = Buffer.from(',');

export const endOfList = (meta?: object): string => (meta === undefined ? ']}' : `],"meta":${JSON.stringify(meta)}}`);

export const listItems = (items: readonly (readonly Buffer[])[]): Buffer[] =>
  items.flatMap((pieces, index) => (index === 0 ? pieces : [comma, ...pieces]));

export const joinList = (items: readonly (readonly Buffer[])[], end: string): Buffer =>
  Buffer.concat([begin, ...listItems(items), Buffer.from(end)]);

export interface ByteRange {
  from: number;
  to: number;
}

/** Returns the byte range of each item's first fragment in the result of `joinList`. */
export function firstPieceRanges(items: readonly (readonly Buffer[])[]): ByteRange[] {
  let offset = begin.length;
  return items.map((pieces) => {
    const range = { from: offset, to: offset + pieces[0]!.length };
    offset += pieces.reduce((sum, { length }) => sum + length, comma.length);
    return range;
  });
}

export interface Replacement {
  range: ByteRange;
  piece: string | Buffer;
}

/** Returns the parts of a response in which some ranges, given in order, are replaced. */
export function replacePieces(answer: Buffer, replacements: readonly Replacement[]): (string | Buffer)[] {
  // Returns the same buffer, because `compress` caches its results by buffer.
  if (replacements.length === 0) return [answer];
  const parts: (string | Buffer)[] = [];
  let copied = 0;
  for (const { range, piece } of replacements) {
    parts.push(answer.subarray(copied, range.from), piece);
    copied = range.to;
  }
  parts.push(answer.subarray(copied));
  return parts;
}

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
