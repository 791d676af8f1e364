import * as limits from '@mbari/contract/limits';
import type { FastifyRequest } from 'fastify';
import { because, invalid } from '../refusal.ts';

/** Made anew for each thing by its sender, so that what was sent and not answered can be sent again. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length <= limits.uploadKey && /^[\x21-\x7e]+$/.test(key)) return key;
  throw invalid({ 'idempotency-key': [because('badIdempotencyKey', { most: limits.uploadKey })] });
}
