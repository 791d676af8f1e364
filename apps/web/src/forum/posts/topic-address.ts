export const addressOfPost = ({ id, slug }: { id: string; slug: string }, number: number): string =>
  `/forum/t/${id}/${encodeURIComponent(slug)}/${number}`;

/** Bypasses the router, which would render another page. Reload and Back restore the post and its offset. */
export function followInAddress(topic: { id: string; slug: string }, number: number, top: number): void {
  if (!location.pathname.startsWith(`/forum/t/${topic.id}`)) return;
  const state: unknown = { ...(history.state as object | null), topicTop: top };
  History.prototype.replaceState.call(history, state, '', addressOfPost(topic, number));
}

/** The post's distance from the upper edge when the page was left. */
export function topInHistory(): number {
  const { topicTop } = (history.state ?? {}) as { topicTop?: unknown };
  return typeof topicTop === 'number' ? topicTop : 0;
}
