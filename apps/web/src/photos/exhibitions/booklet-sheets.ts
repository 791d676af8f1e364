/**
 * Returns the sides of folded sheets, each with the indexes of two pages: the last and the first page share the outer side. An index of
 * `count` or more is an empty page, because a sheet has four pages.
 */
export function bookletSheets(count: number): [number, number][] {
  const pages = Math.ceil(count / 4) * 4;
  return Array.from({ length: pages / 4 }, (_, sheet): [number, number][] => [
    [pages - 1 - 2 * sheet, 2 * sheet],
    [2 * sheet + 1, pages - 2 - 2 * sheet],
  ]).flat();
}
