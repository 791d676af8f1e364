import * as words from '@mbari/words/low-data';
import { Suspense } from 'react';
import { chooseLessData, useLessData } from '~/platform/lib/less-data.ts';
import { optionalLazy } from '~/platform/lib/optional-lazy.ts';
import { Section } from '~/platform/ui/section.tsx';
import { SwitchRow } from '~/platform/ui/setting-row.tsx';

/** Loaded after the page. */
const VisitCost = optionalLazy(async () => (await import('~/platform/connection/visit-cost-words.tsx')).VisitCostWords);

/** This device's choice, and the visit's traffic. */
export function LowDataSection() {
  return (
    <Section title={words.data} id="less-data">
      <SwitchRow label={words.lessData} hint={words.lessDataHint} on={useLessData()} onChange={chooseLessData} />
      <p className="py-s4 text-t15 text-ink-meta tabular-nums">
        <Suspense fallback={'\u00a0'}>
          <VisitCost />
        </Suspense>
      </p>
    </Section>
  );
}
