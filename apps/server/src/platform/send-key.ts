import { Refusal } from './refusal.ts';

/** Idempotency-Key of a sender. */
export interface SendKey {
  readonly value: string;
  /** SHA-256 of the request. Null for keys stored before digests were. */
  readonly digest: Buffer | null;
}

/** Throws if the key was used before for another request. */
export function requireSameRequest({ digest }: SendKey, stored: Buffer | null): void {
  if (stored !== null && digest !== null && !digest.equals(stored)) throw new Refusal('idempotency_key_reused', 'keyReused');
}
