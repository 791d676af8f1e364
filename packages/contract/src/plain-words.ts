/** Case, marks, look-alikes by compatibility and characters that nobody sees make no difference. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();

/** The words of a folded text: letters and numbers alone. */
export const wordsIn = (folded: string): string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? [];
