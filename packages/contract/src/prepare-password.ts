/**
 * A password as RFC 8265 (OpaqueString) prepares it, so that every keyboard types the same one: spaces beyond ASCII become U+0020, the rest is
 * NFC. Case and width stay.
 */
export const preparePassword = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
