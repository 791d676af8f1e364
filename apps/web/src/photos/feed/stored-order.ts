import * as limits from '@mbari/contract/platform/limits';

export interface StoredOrder {
  seed: number;
  at: number;
  ids: readonly string[];
  shown: number;
}

const key = 'mbari_feed_order';

/** Returns the order of the trending posts in this tab's session storage. Removes it once it is older than 360 minutes, or unreadable. */
export function readStoredOrder(): StoredOrder | null {
  try {
    const order = JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredOrder | null;
    if (order !== null && Array.isArray(order.ids) && Date.now() - order.at <= limits.trendingOrderTtl) return order;
  } catch {
    // Unreadable, or storage is blocked.
  }
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
  return null;
}

export function writeStoredOrder(order: StoredOrder): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(order));
  } catch {
    // Storage is blocked: the order lasts as long as the page.
  }
}
