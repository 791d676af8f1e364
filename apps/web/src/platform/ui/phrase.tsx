import { createElement, Fragment, type ReactNode } from 'react';

/** A sentence with links or marked words in it, as the catalogues make one: `<Phrase parts={words.newHere({ register: (text) => <Link …>{text}</Link> })} />`. */
export function Phrase({ parts }: { parts: readonly ReactNode[] }) {
  // Given one by one, they need no keys.
  return createElement(Fragment, null, ...parts);
}
