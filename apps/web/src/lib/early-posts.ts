import { storedToken } from './stored-session.ts';

declare global {
  interface Window {
    /** Set by the script in the page's head; see build/start-early.ts. */
    mbariEarly?: { token: string; posts: Promise<Response | null> } | undefined;
  }
}

/** The first page of the feed, where index.html requested it before the app's code had loaded. Taken once; a failure is ignored. */
export async function takeEarlyPosts<Page>(): Promise<Page | null> {
  const early = window.mbariEarly;
  window.mbariEarly = undefined;
  if (early === undefined || early.token !== storedToken()) return null;
  const answer = await early.posts;
  return answer?.ok ? ((await answer.json().catch(() => null)) as Page | null) : null;
}
