import * as words from '@mbari/words/low-data';
import { sizeOf } from '~/platform/lib/size-of.ts';
import { useVisitCost } from './visit-cost.ts';

export function VisitCostWords() {
  return words.visitCost({ size: sizeOf(useVisitCost()) });
}
