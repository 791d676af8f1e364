import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

/* Checks the required WebAuthn options, which the contract leaves untyped. */
export function requireRequestOptions(options: object): PublicKeyCredentialRequestOptionsJSON {
  if (!isRequestOptions(options)) throw invalidOptions();
  return options;
}

export function requireCreationOptions(options: object): PublicKeyCredentialCreationOptionsJSON {
  if (!isCreationOptions(options)) throw invalidOptions();
  return options;
}

const hasChallenge = (options: object): boolean => 'challenge' in options && typeof options.challenge === 'string';

const isRequestOptions = (options: object): options is PublicKeyCredentialRequestOptionsJSON => hasChallenge(options);

const isCreationOptions = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  hasChallenge(options) && 'rp' in options && 'user' in options && 'pubKeyCredParams' in options && Array.isArray(options.pubKeyCredParams);

const invalidOptions = (): TypeError => new TypeError('The server sent invalid WebAuthn options.');
