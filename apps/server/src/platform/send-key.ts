import { Refusal } from './refusal.ts';

export interface SendKey {
  readonly value: string;
  /** SHA-256 of the request. Null for keys stored before digests existed. */
  readonly digest: Buffer | null;
}

/** Throws if the key was used for a different request. */
export function requireSameRequest({ digest }: SendKey, storedDigest: Buffer | null): void {
  if (storedDigest !== null && digest !== null && !digest.equals(storedDigest)) throw new Refusal('idempotency_key_reused', 'keyReused');
}
