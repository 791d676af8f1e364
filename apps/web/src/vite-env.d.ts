/// <reference types="vite/client" />

/** Built by build/most-used-passwords.ts: one per line, in lower case. */
declare module 'virtual:most-used-passwords' {
  export const mostUsedPasswords: string;
}
