/** Inserts invisible joiners, because mail programs would link a typed `evil.example`. */
export const unlinkable = (typed: string): string => typed.replaceAll(/[.:/@\\]/g, '$&\u2060');
