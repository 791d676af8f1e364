import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalid, Refusal } from '../refusal.ts';
import { isForm, parse } from './server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where bodies wait while they are received. */
    incomingFolder: string;
  }
}

export interface UploadedFile {
  /** Field name, such as `images[0]`. */
  field: string;
  /** Where its bytes are, on this machine. The sender's file name is ignored. */
  path: string;
  bytes: number;
}

export interface ReceivedForm<Fields> {
  fields: Fields;
  files: UploadedFile[];
}

export interface FormRules<Fields extends z.ZodType> {
  fields: Fields;
  /** Which file fields are taken, how many in all, and the size that each must stay below. */
  files: { name: RegExp; atMost: number; bytes: number; tooLarge: string; tooMany: string | Refusal };
  /** Fields and files without which nothing else is looked at, and what is said then. */
  required?: { names: string[]; sentence: string };
}

const most = { parts: 20, fieldBytes: 8 * 1024, listed: 20, slack: 1024 * 1024 };

/**
 * Receives a multipart form into temporary files and runs the work with it. The files are gone when it returns or throws.
 * Throws `malformed`, `too_large`, `unsupported_media_type` or `validation`. `alt[0]`, `alt[2]` … arrive as one list `alt`, in
 * which places that nothing was sent for are undefined.
 */
export async function withForm<Fields extends z.ZodType, Result>(
  request: FastifyRequest,
  rules: FormRules<Fields>,
  work: (form: ReceivedForm<z.output<Fields>>) => Promise<Result>,
): Promise<Result> {
  if (!isForm(request)) throw new Refusal('unsupported_media_type', 'That content type is not taken here.');
  const folder = await makeFolder(request.server.incomingFolder);
  try {
    const { texts, files } = await receive(request, rules.files, folder);
    requireAll(rules, texts, files);
    return await work({ fields: parse(rules.fields, asFields(texts)), files });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new Refusal('storage_full', 'There is no room left for files.');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeFolder(incoming: string): Promise<string> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  return mkdtemp(path.join(incoming, 'form-'));
}

interface Received {
  texts: Map<string, string>;
  files: UploadedFile[];
}

/** Reads the whole body. On a refusal the rest of it is read and thrown away, so that the sender still hears the answer. */
async function receive(request: FastifyRequest, rules: FormRules<z.ZodType>['files'], folder: string): Promise<Received> {
  const raw = request.raw;
  const parser = openParser(request, rules.bytes);
  const stop = new AbortController();
  const received: Received = { texts: new Map(), files: [] };
  const writes: Promise<void>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (name: string | undefined, value, _nameTruncated, truncated) => {
        if (name === undefined) return;
        if (truncated) reject(invalid({ [name]: ['That is too long.'] }));
        if (received.texts.has(name)) reject(invalid({ [name]: ['That was sent twice.'] }));
        received.texts.set(name, value);
      });
      parser.on('file', (name: string | undefined, stream, fileName: string | undefined) => {
        // A file input left empty is sent as a file without a name of its own.
        const refusal = fileName ? refusalOfFile(name, received.files, rules) : undefined;
        if (refusal) reject(refusal);
        if (refusal || !fileName || name === undefined) {
          stream.on('error', () => {});
          stream.resume();
          return;
        }
        const file: UploadedFile = { field: name, path: path.join(folder, String(received.files.length)), bytes: 0 };
        received.files.push(file);
        stream.once('limit', () => reject(new Refusal('too_large', rules.tooLarge, { errors: { [nameOfList(name)]: [rules.tooLarge] } })));
        const write = save(stream, file, stop.signal);
        write.catch(reject);
        writes.push(write);
      });
      const tooManyParts = (): void => reject(new Refusal('too_large', 'The form has too many parts.'));
      parser.on('partsLimit', tooManyParts);
      parser.on('error', () => reject(malformed()));
      parser.on('finish', () => resolve());

      let bytes = 0;
      raw.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > rules.atMost * rules.bytes + most.parts * most.fieldBytes + most.slack)
          reject(new Refusal('too_large', rules.tooLarge));
      });
      raw.once('error', () => reject(malformed()));
      raw.once('close', () => {
        if (!raw.complete) reject(malformed());
      });
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

const malformed = (): Refusal => new Refusal('malformed', 'The form could not be read.');

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
  if (name === undefined) return new Refusal('malformed', 'A file came without a field name.');
  if (!rules.name.test(name)) return invalid({ [name]: ['That file is not taken here.'] });
  if (files.some((file) => file.field === name && /\[\d+\]$/.test(name))) return invalid({ [name]: ['That was sent twice.'] });
  if (files.length < rules.atMost) return undefined;
  return typeof rules.tooMany === 'string' ? invalid({ [nameOfList(name)]: [rules.tooMany] }, rules.tooMany) : rules.tooMany;
}

const nameOfList = (name: string): string => name.replace(/\[\d*\]$/, '');

async function save(stream: Readable, file: UploadedFile, signal: AbortSignal): Promise<void> {
  stream.on('data', (chunk: Buffer) => void (file.bytes += chunk.length));
  await pipeline(stream, createWriteStream(file.path, { flags: 'wx', mode: 0o600 }), { signal });
}

function requireAll(
  { required, files: { name: fileField } }: FormRules<z.ZodType>,
  texts: Map<string, string>,
  files: UploadedFile[],
): void {
  // Words under the name of a file are no file.
  const isThere = (name: string): boolean =>
    fileField.test(name) ? files.some(({ field }) => nameOfList(field) === name) : Boolean(texts.get(name)?.trim());
  const missing = required?.names.filter((name) => !isThere(name)) ?? [];
  if (required && missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((name) => [name, [required.sentence]])), required.sentence);
}

/** Plain names as they are, `name[0]` … as a list by place. No name of the sender's can reach a prototype. */
function asFields(texts: Map<string, string>): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of texts) {
    const [, list, digits] = /^(\w{1,40})\[(\d{1,6})\]$/.exec(name) ?? [];
    // Not known by place: left out unheard, it might be what was to be kept.
    if (list === undefined && /^\w{1,40}\[[^\]]*\]$/.test(name)) throw invalid({ [name]: ['That needs the number of its place.'] });
    if (list === undefined) {
      fields[name] = value;
      continue;
    }
    const index = Number(digits);
    if (index >= most.listed) throw invalid({ [name]: ['That is more than can be taken.'] });
    const known = fields[list] ?? [];
    const items = Array.isArray(known) ? (known as (string | undefined)[]) : [];
    // One place may be written in two ways.
    if (known !== items || items[index] !== undefined) throw invalid({ [name]: ['That was sent twice.'] });
    while (items.length <= index) items.push(undefined);
    items[index] = value;
    fields[list] = items;
  }
  return fields;
}
