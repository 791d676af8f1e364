import * as words from '@mbari/words/moderation';
import * as queueWords from '@mbari/words/report-queue';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { CaseView } from './case-view.tsx';
import { type ReportState, reportCases } from './moderation-queries.ts';
import { QueueBar } from './queue-bar.tsx';
import { QueueRow } from './queue-row.tsx';
import type { RefusedCase } from './together-dialog.tsx';
import { useOpenedCase } from './use-opened-case.ts';
import { useWalk } from './use-walk.ts';

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = new Set(ids);
  if (!others.delete(id)) others.add(id);
  return others;
}

/** The list of cases and, in a wide window, the open case beside it. */
export function ReportList({ state }: { state: ReportState }) {
  const desk = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery(reportCases(state));
  const { cases, at, go, close, leaveList } = useOpenedCase(desk, list, state);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<readonly RefusedCase[]>([]);
  const select = (id: string) => state === 'open' && setTicked((before) => toggled(before, id));
  useWalk(desk, { go, select });
  const opened = cases[at];
  const chosen = cases.filter(({ id }) => ticked.has(id));
  const count = list.data?.pages.at(-1)?.meta.open_count ?? null;
  return (
    <div ref={desk} className="desk" data-opened={opened !== undefined || undefined}>
      <section className="queue" aria-label={queueWords.queue}>
        {refused.length > 0 && <RefusedList refused={refused} onHide={() => setRefused([])} />}
        <PagedList list={list} failed={words.loadFailed} empty={<NothingReported state={state} />}>
          {(items) => (
            <>
              {state === 'open' && <QueueBar cases={items} chosen={chosen} onChoose={setTicked} onRefused={setRefused} />}
              <ul>
                {items.map((one) => (
                  <QueueRow
                    key={one.id}
                    report={one}
                    state={state}
                    isOpen={one.id === opened?.id}
                    isTicked={ticked.has(one.id)}
                    refused={refused.find(({ id }) => id === one.id)?.why}
                    onTick={() => select(one.id)}
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
      {opened && (
        <CaseView
          key={opened.id}
          report={opened}
          position={{ at, count: count ?? cases.length, hasNext: at < cases.length - 1 || list.hasNextPage }}
          onGo={(by) => void go(by)}
          onBack={close}
        />
      )}
    </div>
  );
}

function NothingReported({ state }: { state: ReportState }) {
  return (
    <EmptyState drawing="hanging" title={state === 'open' ? words.empty : words.emptyResolved}>
      {state === 'open' && words.emptyHint}
    </EmptyState>
  );
}

/** Cases that a bulk act could not resolve, with reasons. Includes cases no longer listed. */
function RefusedList({ refused, onHide }: { refused: readonly RefusedCase[]; onHide: () => void }) {
  return (
    <section className="queue-refusals" role="status">
      <h2 className="font-semibold">{queueWords.notDone({ count: refused.length })}</h2>
      <ul>
        {refused.map(({ id, what, why }) => (
          <li key={id}>
            <b dir="auto">{what}</b>: {why}
          </li>
        ))}
      </ul>
      <Button kind="text" onClick={onHide}>
        {queueWords.hide}
      </Button>
    </section>
  );
}
