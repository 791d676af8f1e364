/** Items of all pages in order, without duplicates. An item that moved between two fetches may be on two pages. */
export const itemsOf = <Item extends { id: string }>(list: { pages: readonly { data: readonly Item[] }[] } | undefined): Item[] => [
  ...new Map(list?.pages.flatMap(({ data }) => data).map((item) => [item.id, item])).values(),
];
