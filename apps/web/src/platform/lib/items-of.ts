/** Everything on the pages of a list once, in its order: what moved meanwhile may stand on two of them. */
export const itemsOf = <Item extends { id: string }>(list: { pages: readonly { data: readonly Item[] }[] } | undefined): Item[] => [
  ...new Map(list?.pages.flatMap(({ data }) => data).map((item) => [item.id, item])).values(),
];
