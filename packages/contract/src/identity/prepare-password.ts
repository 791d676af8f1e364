/** Normalizes a password by RFC 8265 (OpaqueString), because keyboards differ: non-ASCII spaces become U+0020, then NFC. */
export const preparePassword = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
