/** What is being written behind a # that stands before the caret, and where the # is; null: no tag is being written. */
export function tagAt(text: string, caret: number): { from: number; term: string } | null {
  const match = /(?:^|[^\p{L}\p{M}\p{N}_&/#@])#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]{0,49})$/u.exec(text.slice(0, caret));
  const term = match?.[1];
  return term === undefined ? null : { from: caret - term.length - 1, term };
}
