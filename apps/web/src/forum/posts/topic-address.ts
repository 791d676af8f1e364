/** The address of a post. */
export const addressOfPost = ({ id, slug }: { id: string; slug: string }, number: number): string =>
  `/forum/t/${id}/${encodeURIComponent(slug)}/${number}`;

/**
 * The address follows what is read, past the router: it would take each number for another page. Reload and Back find the post by it,
 * at the same height of the window.
 */
export function followInAddress(topic: { id: string; slug: string }, number: number, top: number): void {
  if (!location.pathname.startsWith(`/forum/t/${topic.id}`)) return;
  const state: unknown = { ...(history.state as object | null), topicTop: top };
  History.prototype.replaceState.call(history, state, '', addressOfPost(topic, number));
}

/** How far below the upper edge the post of the address stood when the page was left. */
export function topInHistory(): number {
  const { topicTop } = (history.state ?? {}) as { topicTop?: unknown };
  return typeof topicTop === 'number' ? topicTop : 0;
}
