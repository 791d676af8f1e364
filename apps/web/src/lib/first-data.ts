import { type FirstData, firstDataId } from '@mbari/contract/first-data';
import { isPageFresh } from './early-answer.ts';

let first: FirstData | undefined;

/** What the page itself brought: a public post or profile, as visitors see it, to be shown until the answer is there. */
export function firstData(): FirstData {
  if (!isPageFresh()) return {};
  first ??= JSON.parse(document.getElementById(firstDataId)?.textContent ?? '{}') as FirstData;
  return first;
}
