/** Browsers know passkeys on https and on the machine itself only. */
export const offersPasskeys = typeof globalThis.PublicKeyCredential === 'function';

/** Whether the browser can offer passkeys among the addresses it suggests for a field. */
export const suggestsPasskeys = async (): Promise<boolean> =>
  offersPasskeys &&
  'isConditionalMediationAvailable' in globalThis.PublicKeyCredential &&
  (await globalThis.PublicKeyCredential.isConditionalMediationAvailable());

/** The browser's word for: put away by the member, taken back by the page, or too long without an answer. Nobody need be told. */
export const wasCancelled = (error: unknown): boolean => error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
