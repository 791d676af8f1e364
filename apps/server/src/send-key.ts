import { Refusal } from './refusal.ts';

/** A sender's Idempotency-Key. */
export interface SendKey {
  readonly value: string;
  /** SHA-256 of the request. Null for keys that were stored before digests were. */
  readonly digest: Buffer | null;
}

/** Refuses a key that came before with another request. */
export function requireSameRequest({ digest }: SendKey, stored: Buffer | null): void {
  if (stored !== null && digest !== null && !digest.equals(stored)) throw new Refusal('idempotency_key_reused', 'keyReused');
}
