import * as words from '@mbari/words/moderation';
import * as queueWords from '@mbari/words/report-queue';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import type { FailedCase } from './bulk-resolve-dialog.tsx';
import { CaseView } from './case-view.tsx';
import { type ReportState, reportCases } from './moderation-queries.ts';
import { QueueBar } from './queue-bar.tsx';
import { QueueRow } from './queue-row.tsx';
import { useCaseShortcuts } from './use-case-shortcuts.ts';
import { useOpenedCase } from './use-opened-case.ts';

function toggleId(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Cases and, in a wide window, the open case. */
export function ReportList({ state }: { state: ReportState }) {
  const desk = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery(reportCases(state));
  const { cases, index, go, close, leaveList } = useOpenedCase(desk, list, state);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<readonly FailedCase[]>([]);
  const select = (id: string) => state === 'open' && setSelectedIds((current) => toggleId(current, id));
  useCaseShortcuts(desk, { go, select });
  const openCase = cases[index];
  const selected = cases.filter(({ id }) => selectedIds.has(id));
  const count = list.data?.pages.at(-1)?.meta.open_count ?? null;
  return (
    <div ref={desk} className="desk" data-opened={openCase !== undefined || undefined}>
      <section className="queue" aria-label={queueWords.queue}>
        {failures.length > 0 && <FailureList failures={failures} onHide={() => setFailures([])} />}
        <PagedList list={list} failed={words.loadFailed} empty={<EmptyQueue state={state} />}>
          {(items) => (
            <>
              {state === 'open' && <QueueBar cases={items} selected={selected} onSelect={setSelectedIds} onFailures={setFailures} />}
              <ul>
                {items.map((report) => (
                  <QueueRow
                    key={report.id}
                    report={report}
                    state={state}
                    isOpen={report.id === openCase?.id}
                    isSelected={selectedIds.has(report.id)}
                    failure={failures.find(({ id }) => id === report.id)?.reason}
                    onToggle={() => select(report.id)}
                    onOpen={leaveList}
                  />
                ))}
              </ul>
              {state === 'open' && (
                <p className="report-keys">
                  {words.keys} {queueWords.keys}
                </p>
              )}
            </>
          )}
        </PagedList>
      </section>
      {openCase && (
        <CaseView
          key={openCase.id}
          report={openCase}
          position={{ index, count: count ?? cases.length, hasNext: index < cases.length - 1 || list.hasNextPage }}
          onGo={(by) => void go(by)}
          onBack={close}
        />
      )}
    </div>
  );
}

function EmptyQueue({ state }: { state: ReportState }) {
  return (
    <EmptyState drawing="quiet" title={state === 'open' ? words.empty : words.emptyResolved}>
      {state === 'open' && words.emptyHint}
    </EmptyState>
  );
}

/** Cases that a bulk act could not resolve, with reasons. Includes cases no longer listed. */
function FailureList({ failures, onHide }: { failures: readonly FailedCase[]; onHide: () => void }) {
  return (
    <section className="queue-refusals" role="status">
      <h2 className="font-semibold">{queueWords.notDone({ count: failures.length })}</h2>
      <ul>
        {failures.map(({ id, title, reason }) => (
          <li key={id}>
            <b dir="auto">{title}</b>: {reason}
          </li>
        ))}
      </ul>
      <Button kind="text" onClick={onHide}>
        {queueWords.hide}
      </Button>
    </section>
  );
}
