/*
 * While an image is on its way, a mark stands where its text will be. Whoever types on moves the mark along, and whoever deletes it
 * does without the image.
 */
const mark = /!\[[^\]]*\]\(pending:[0-9a-f]+\)/g;

export const pendingMark = (id: string, label: string): string => `![${label.replaceAll(/[[\]\\\n]/g, ' ')}](pending:${id})`;

/** Where the mark of an image stands, or null where it was deleted. */
export function findPending(text: string, id: string): { from: number; to: number } | null {
  const found = [...text.matchAll(mark)].find(([written]) => written.endsWith(`(pending:${id})`));
  return found ? { from: found.index, to: found.index + found[0].length } : null;
}

export const hasPending = (text: string): boolean => text.search(mark) !== -1;

/** The text as it can be posted and kept. */
export const withoutPending = (text: string): string => text.replaceAll(mark, '');
