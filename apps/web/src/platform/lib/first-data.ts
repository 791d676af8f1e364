import { type FirstData, firstDataId } from '@mbari/contract/first-data';
import { isPageFresh } from './early-answer.ts';

let first: FirstData | undefined;

/** What the page itself brought, as visitors see it. Shown to visitors alone: members may see other things, or nothing. */
export function firstData(): FirstData {
  if (!isPageFresh()) return {};
  first ??= JSON.parse(document.getElementById(firstDataId)?.textContent ?? '{}') as FirstData;
  return first;
}
