import { storedToken } from './stored-session.ts';

declare global {
  interface Window {
    /** Left by the words in the page's head; see build/start-early.ts. */
    mbariEarly?: { token: string; posts: Promise<Response | null> } | undefined;
  }
}

/** The first page of the feed, if it was asked for before the app's code was here. It is taken once; any failure is none of its business. */
export async function takeEarlyPosts<Page>(): Promise<Page | null> {
  const early = window.mbariEarly;
  window.mbariEarly = undefined;
  if (early === undefined || early.token !== storedToken()) return null;
  const answer = await early.posts;
  return answer?.ok ? ((await answer.json().catch(() => null)) as Page | null) : null;
}
