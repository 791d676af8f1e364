import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import * as limits from '@mbari/contract/platform/limits';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Claim, roomPerByte, type StorageSpace } from '../adapters/storage-space.ts';
import { type Because, because, invalid, Refusal } from '../refusal.ts';
import { parse } from './parse.ts';
import { isForm } from './server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    incomingFolder: string;
    storageSpace: StorageSpace;
  }
}

interface UploadedFile {
  field: string;
  /** Path of the received bytes. The client's file name is ignored. */
  path: string;
  bytes: number;
  sha256: string;
}

interface ReceivedForm<Fields> {
  fields: Fields;
  files: UploadedFile[];
}

type Texts = [name: string, value: string][];

export interface FormRules<Fields extends z.ZodType> {
  fields: Fields;
  /** Returns the value that `fields` parses. Default: each name once, and `alt[0]`, `alt[2]` … as one list `alt` with undefined gaps. */
  gather?: (texts: Texts) => unknown;
  /** Accepted file fields, maximum number of files, and the size that each file must stay below. */
  files: { name: RegExp; atMost: number; bytes: number; tooLarge: Because; tooMany: Because | Refusal };
  /** Returns why the member's files are refused, or null. Called before the body is read; a form without files is accepted anyway. */
  refuseFiles?: () => Promise<Refusal | null>;
  required?: { names: string[]; reason: Because };
}

const most = { parts: 20, fieldBytes: 16 * 1024, listed: 20, slack: 1024 * 1024 };

/**
 * Receives a multipart form into temporary files, runs the work and deletes the files.
 * Throws `malformed`, `too_large`, `unsupported_media_type`, `validation`, `storage_full` or the refusal of `refuseFiles`.
 */
export async function withForm<Fields extends z.ZodType, Result>(
  request: FastifyRequest,
  rules: FormRules<Fields>,
  work: (form: ReceivedForm<z.output<Fields>>) => Promise<Result>,
): Promise<Result> {
  if (!isForm(request)) throw new Refusal('unsupported_media_type', 'contentTypeNotTaken');
  const folder = path.join(request.server.incomingFolder, `form-${randomUUID()}`);
  const { refusal, claim } = await makeRoom(request, rules);
  try {
    const { texts, files } = await receive(request, rules.files, folder, refusal);
    requireAll(rules, texts, files);
    return await work({ fields: parse(rules.fields, (rules.gather ?? asFields)(texts)), files });
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    claim?.release();
  }
}

/** Returns the Idempotency-Key header, which lets a client retry a request safely. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length <= limits.uploadKey && /^[\x21-\x7e]+$/.test(key)) return key;
  throw invalid({ 'idempotency-key': [because('badIdempotencyKey', { most: limits.uploadKey })] });
}

export const sendKey = (request: FastifyRequest, body: unknown): SendKey | null => keyWith(request, [body]);

export const formKey = (request: FastifyRequest, { fields, files }: ReceivedForm<unknown>): SendKey | null =>
  keyWith(request, [fields, files.map(({ field, sha256 }) => [field, sha256])]);

const wordsAtMost = 2 * most.parts * most.fieldBytes;
const longestOf = ({ atMost, bytes }: FormRules<z.ZodType>['files']): number => atMost * bytes + most.parts * most.fieldBytes + most.slack;

/**
 * Reserves space for the files, as received and as stored. If files are refused, a form that is too long for text is refused immediately;
 * a shorter one is read up to its first file.
 */
async function makeRoom(request: FastifyRequest, rules: FormRules<z.ZodType>): Promise<{ refusal: Refusal | null; claim: Claim | null }> {
  const longest = longestOf(rules.files);
  const length = Math.min(longest, Number(request.headers['content-length'] ?? longest));
  const claim = await request.server.storageSpace.claim(roomPerByte * length);
  try {
    const refusal = claim === null ? new Refusal('storage_full', 'storageFull') : ((await rules.refuseFiles?.()) ?? null);
    if (refusal && length > wordsAtMost) throw refusal;
    return { refusal, claim };
  } catch (error) {
    claim?.release();
    throw error;
  }
}

interface Received {
  texts: Texts;
  files: UploadedFile[];
}

/** Reads the whole body. After a refusal the rest is discarded, so that the client can read the response. */
async function receive(
  request: FastifyRequest,
  rules: FormRules<z.ZodType>['files'],
  folder: string,
  noFiles: Refusal | null,
): Promise<Received> {
  const raw = request.raw;
  const parser = openParser(request, rules.bytes);
  const stop = new AbortController();
  const received: Received = { texts: [], files: [] };
  // The client disconnected while queries ran.
  if (raw.destroyed && !raw.complete) throw malformed();
  const writes: Promise<void>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name: string | undefined, value, _nameTruncated, truncated) => {
        if (name === undefined) return;
        if (truncated) reject(invalid({ [name]: ['fieldTooLong'] }));
        received.texts.push([name, value]);
      });
      parser.on('file', (name: string | undefined, stream, fileName: string | undefined) => {
        // An empty file input has no file name.
        const refusal = fileName ? (refusalOfFile(name, received.files, rules) ?? noFiles) : undefined;
        if (refusal) reject(refusal);
        if (refusal || !fileName || name === undefined) return discard(stream);
        const file: UploadedFile = { field: name, path: path.join(folder, String(received.files.length)), bytes: 0, sha256: '' };
        received.files.push(file);
        stream.once('limit', () => reject(new Refusal('too_large', rules.tooLarge, { errors: { [nameOfList(name)]: [rules.tooLarge] } })));
        const write = save(stream, file, stop.signal);
        write.catch(reject);
        writes.push(write);
      });
      parser.on('partsLimit', () => reject(new Refusal('too_large', 'tooManyParts')));
      parser.on('error', () => reject(malformed()));
      parser.on('finish', () => resolve());
      boundBody(raw, rules, reject);
      raw.pipe(parser);
    });
    await Promise.all(writes);
    return received;
  } catch (error) {
    raw.unpipe(parser);
    raw.resume();
    stop.abort();
    await Promise.allSettled(writes);
    throw stop.signal.aborted && (error as Error).name === 'AbortError' ? malformed() : error;
  }
}

function boundBody(raw: IncomingMessage, rules: FormRules<z.ZodType>['files'], reject: (refusal: Refusal) => void): void {
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > longestOf(rules)) reject(new Refusal('too_large', rules.tooLarge));
  });
  raw.once('error', () => reject(malformed()));
  raw.once('close', () => {
    if (!raw.complete) reject(malformed());
  });
}

function discard(stream: Readable): void {
  stream.on('error', () => {});
  stream.resume();
}

const malformed = (): Refusal => new Refusal('malformed', 'unreadableForm');

function openParser(request: FastifyRequest, fileBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers['content-type']! },
      limits: {
        parts: most.parts,
        fieldSize: most.fieldBytes,
        fieldNameSize: 100,
        headerPairs: 20,
        headerSize: 8 * 1024,
        fileSize: fileBytes - 1,
      },
    });
  } catch {
    throw malformed();
  }
}

function refusalOfFile(name: string | undefined, files: UploadedFile[], rules: FormRules<z.ZodType>['files']): Refusal | undefined {
  if (name === undefined) return new Refusal('malformed', 'fileUnnamed');
  if (!rules.name.test(name)) return invalid({ [name]: ['fileNotTaken'] });
  if (files.some((file) => file.field === name && /\[\d+\]$/.test(name))) return invalid({ [name]: ['sentTwice'] });
  if (files.length < rules.atMost) return undefined;
  return rules.tooMany instanceof Refusal ? rules.tooMany : invalid({ [nameOfList(name)]: [rules.tooMany] }, rules.tooMany);
}

const nameOfList = (name: string): string => name.replace(/\[\d*\]$/, '');

async function save(stream: Readable, file: UploadedFile, signal: AbortSignal): Promise<void> {
  stream.on('error', () => {});
  await makeFolder(path.dirname(file.path));
  const hash = createHash('sha256');
  stream.on('data', (chunk: Buffer) => {
    file.bytes += chunk.length;
    hash.update(chunk);
  });
  await pipeline(stream, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }), { signal });
  file.sha256 = hash.digest('hex');
}

async function makeFolder(folder: string): Promise<void> {
  try {
    // On a read-only file system only the non-recursive call fails with EROFS.
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') await mkdir(folder, { recursive: true, mode: 0o700 });
    else if (code !== 'EEXIST') throw error;
  }
}

function requireAll({ required, files: { name: fileField } }: FormRules<z.ZodType>, texts: Texts, files: UploadedFile[]): void {
  const isThere = (name: string): boolean =>
    fileField.test(name)
      ? files.some(({ field }) => nameOfList(field) === name)
      : texts.some(([sent, value]) => sent === name && value.trim() !== '');
  const missing = required?.names.filter((name) => !isThere(name)) ?? [];
  if (required && missing.length > 0) throw invalid(Object.fromEntries(missing.map((name) => [name, [required.reason]])), required.reason);
}

/** Returns `name[0]` … as lists. Client-supplied names cannot reach a prototype. */
function asFields(texts: Texts): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of texts) {
    const [, list, digits] = /^(\w{1,40})\[(\d{1,6})\]$/.exec(name) ?? [];
    // Ignoring a field with an invalid index could lose content.
    if (list === undefined && /^\w{1,40}\[[^\]]*\]$/.test(name)) throw invalid({ [name]: ['positionMissing'] });
    if (list === undefined) {
      if (name in fields) throw invalid({ [name]: ['sentTwice'] });
      fields[name] = value;
      continue;
    }
    const index = Number(digits);
    if (index >= most.listed) throw invalid({ [name]: ['positionTooLarge'] });
    const values = fields[list] ?? [];
    const items = Array.isArray(values) ? (values as (string | undefined)[]) : [];
    // `[1]` and `[01]` are the same position.
    if (values !== items || items[index] !== undefined) throw invalid({ [name]: ['sentTwice'] });
    while (items.length <= index) items.push(undefined);
    items[index] = value;
    fields[list] = items;
  }
  return fields;
}

function keyWith(request: FastifyRequest, parts: unknown[]): SendKey | null {
  const key = idempotencyKey(request);
  const [path] = request.url.split('?', 1);
  return key === null
    ? null
    : {
        value: key,
        digest: createHash('sha256')
          .update(JSON.stringify([path, ...parts]))
          .digest(),
      };
}

export interface SendKey {
  readonly value: string;
  /** SHA-256 of the request. Null for keys stored before digests existed. */
  readonly digest: Buffer | null;
}

/** Throws if the key was used for a different request. */
export function requireSameRequest({ digest }: SendKey, storedDigest: Buffer | null): void {
  if (storedDigest !== null && digest !== null && !digest.equals(storedDigest)) throw new Refusal('idempotency_key_reused', 'keyReused');
}
