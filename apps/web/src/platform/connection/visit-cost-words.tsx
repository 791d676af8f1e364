import * as words from '@mbari/words/low-data';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { useVisitCost } from './visit-cost.ts';

export function VisitCostWords() {
  return words.visitCost({ size: formatBytes(useVisitCost()) });
}
