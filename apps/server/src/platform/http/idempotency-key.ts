import { createHash } from 'node:crypto';
import * as limits from '@mbari/contract/platform/limits';
import type { FastifyRequest } from 'fastify';
import { because, invalid } from '../refusal.ts';
import type { SendKey } from '../send-key.ts';
import type { ReceivedForm } from './form.ts';

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
