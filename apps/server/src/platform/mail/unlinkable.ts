/** Mail programs turn `evil.example` into a link by themselves. What a member typed never becomes one: invisible joiners break it up. */
export const unlinkable = (typed: string): string => typed.replaceAll(/[.:/@\\]/g, '$&\u2060');
