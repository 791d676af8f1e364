/** Characters that Unicode classifies as letters or symbols but that render as nothing. No Unicode property covers them. */
export const blank = String.raw`\u2800\uFFFC\u{1D159}\u{13441}\u{13442}`;

const seen = new RegExp(String.raw`(?![\p{Default_Ignorable_Code_Point}${blank}])[\p{L}\p{N}\p{P}\p{S}]`, 'u');

/** Returns whether a text has at least one visible grapheme. Spaces, controls, marks without a letter and unassigned characters are invisible. */
export const hasVisibleText = (text: string): boolean => seen.test(text);
