import { type FirstData, firstDataId } from '@mbari/contract/platform/first-data';
import { isPageFresh } from './early-answer.ts';

let first: FirstData | undefined;

/** Data embedded in the page, as visitors see it. Used for visitors only, because members may see other content. */
export function firstData(): FirstData {
  if (!isPageFresh()) return {};
  first ??= JSON.parse(document.getElementById(firstDataId)?.textContent ?? '{}') as FirstData;
  return first;
}
