/// <reference types="vite/client" />

/** Made by build/common-passwords.ts: one a line, in lower case. */
declare module 'virtual:common-passwords' {
  export const commonPasswords: string;
}
