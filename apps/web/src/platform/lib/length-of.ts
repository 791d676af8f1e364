/** Number of characters as the server counts them: composed, trimmed, and a surrogate pair once. */
export const lengthOf = (text: string): number => [...text.normalize('NFC').trim()].length;
