/** Runs the work for each item with limited concurrency. Returns the results in the order of the items. */
export async function runConcurrently<Item, Answer>(
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
