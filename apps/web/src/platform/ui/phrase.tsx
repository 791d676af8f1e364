import { createElement, Fragment, type ReactNode } from 'react';

/**
 * Sentence with links or marked words, from a catalogue function: `<Phrase parts={words.newHere({
 * register: (text) => <Link …>{text}</Link> })} />`.
 */
export function Phrase({ parts }: { parts: readonly ReactNode[] }) {
  // Spread as arguments, children need no keys.
  return createElement(Fragment, null, ...parts);
}
