import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/*
 * The contract leaves what WebAuthn takes to its two libraries. Before it goes to the browser, what cannot be done without is looked at.
 */
const hasChallenge = (options: object): boolean => 'challenge' in options && typeof options.challenge === 'string';

export const isRequestOptions = (options: object): options is PublicKeyCredentialRequestOptionsJSON => hasChallenge(options);

export const isCreationOptions = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  hasChallenge(options) && 'rp' in options && 'user' in options && 'pubKeyCredParams' in options && Array.isArray(options.pubKeyCredParams);

export const unknownOptions = 'The server sent no options that this browser knows.';
