/// <reference types="vite/client" />

/** Made by build/most-used-passwords.ts: one a line, in lower case. */
declare module 'virtual:most-used-passwords' {
  export const mostUsedPasswords: string;
}
