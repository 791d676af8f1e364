import * as words from '@mbari/words/low-data';
import { useVisitCost } from '~/features/low-data/visit-cost.ts';
import { chooseLessData, useLessData } from '~/lib/less-data.ts';
import { sizeOf } from '~/lib/size-of.ts';
import { Section } from '~/ui/section.tsx';
import { SwitchRow } from './setting-row.tsx';

/** The choice of this device, and what the visit has cost. */
export function LowDataSection() {
  const size = sizeOf(useVisitCost());
  return (
    <Section title={words.data} id="less-data">
      <SwitchRow label={words.lessData} hint={words.lessDataHint} on={useLessData()} onChange={chooseLessData} />
      <p className="py-s4 text-t15 text-ink-meta tabular-nums">{words.visitCost({ size })}</p>
    </Section>
  );
}
