/** Does the work for each item, so many of them at a time. The answers stand in the items' order. */
export async function atOnce<Item, Answer>(
  items: readonly Item[],
  count: number,
  work: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) answers[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker));
  return answers;
}
