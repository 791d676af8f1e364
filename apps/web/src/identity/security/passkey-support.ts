/** Browsers know passkeys on https and on the machine itself only. */
export const offersPasskeys = typeof globalThis.PublicKeyCredential === 'function';

/** Whether the browser can offer passkeys among the addresses it suggests for a field. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  offersPasskeys &&
  'isConditionalMediationAvailable' in globalThis.PublicKeyCredential &&
  (await globalThis.PublicKeyCredential.isConditionalMediationAvailable());

/** Cancelled by the member or the page, or timed out: not an error to show. */
export const wasCancelled = (error: unknown): boolean => error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
