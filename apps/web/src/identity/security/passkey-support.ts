/** Browsers support passkeys only on https and localhost. */
export const offersPasskeys = typeof globalThis.PublicKeyCredential === 'function';

/** Returns whether the browser can suggest passkeys in a field. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  offersPasskeys &&
  'isConditionalMediationAvailable' in globalThis.PublicKeyCredential &&
  (await globalThis.PublicKeyCredential.isConditionalMediationAvailable());

/** Returns true for a cancellation or timeout. Neither is an error to show. */
export const wasCancelled = (error: unknown): boolean => error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
