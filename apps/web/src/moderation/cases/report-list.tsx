import type { ReportCase } from '@mbari/contract/moderation/cases';
import * as words from '@mbari/words/moderation';
import { takenBy, yours } from '@mbari/words/report-desk';
import * as queueWords from '@mbari/words/report-queue';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { useKeys } from '~/platform/lib/keyboard.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { EmptyState } from '~/platform/ui/empty-state.tsx';
import { HappenedTime } from '~/platform/ui/happened-time.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { isolateNames } from '~/platform/ui/phrase.tsx';
import type { BulkOutcome, FailedCase } from './bulk-resolve-dialog.tsx';
import { SubjectIcon, subjectTitle } from './case-subject.tsx';
import { CaseView } from './case-view.tsx';
import { reportCases, type ReportState } from './moderation-queries.ts';
import { addressOf, useOpenedCase } from './use-opened-case.ts';

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

interface CaseActions {
  go: (by: 1 | -1) => Promise<void>;
  /** Toggles the selection of a case. */
  select: (id: string) => void;
}

/**
 * Adds keyboard shortcuts. J and K move between cases. So do arrows if a case or row has the focus. X toggles the selection. Other
 * letters press the button with that key. The bar of selected cases takes precedence unless the focus is in the open case.
 */
function useCaseShortcuts(desk: RefObject<HTMLElement | null>, { go, select }: CaseActions): void {
  const moveBy = (by: 1 | -1) => () => void go(by);
  const moveOrScroll = (by: 1 | -1) => () =>
    document.activeElement?.matches('article, .queue-row *') ? void go(by) : scrollBy({ top: by * 60 });
  const pressButton = (key: string) => () => {
    const isInCase = document.activeElement?.closest('article');
    const findButton = (part: string) => desk.current?.querySelector<HTMLElement>(`${part} [aria-keyshortcuts=${key}]`);
    ((!isInCase && findButton('.queue-bar')) || findButton('article'))?.click();
  };
  const toggleSelection = () => {
    const focused = document.activeElement;
    if (focused?.closest('article')) return pressButton('x')();
    const row = focused?.closest<HTMLElement>('[data-case]') ?? desk.current?.querySelector<HTMLElement>('[data-case][data-current]');
    if (row?.dataset['case'] !== undefined) select(row.dataset['case']);
  };
  useKeys({
    j: moveBy(1),
    k: moveBy(-1),
    ArrowDown: moveOrScroll(1),
    ArrowUp: moveOrScroll(-1),
    x: toggleSelection,
    ...Object.fromEntries(['e', 'r', 'w', 'm'].map((key) => [key, pressButton(key)])),
  });
}

interface QueueRowProps {
  report: ReportCase;
  state: ReportState;
  isOpen: boolean;
  isSelected: boolean;
  failure: string | undefined;
  onToggle: () => void;
  onOpen: () => void;
}

const hasOwnTitle: ReadonlySet<string> = new Set(['photo', 'series', 'exhibition', 'challenge']);

function QueueRow({ report, state, isOpen, isSelected, failure, onToggle, onOpen }: QueueRowProps) {
  const { id, subject, is_urgent, reports_count: count, reports, resolution, assignee, viewer } = report;
  const title = subjectTitle(subject);
  const about = subject && (hasOwnTitle.has(subject.type) ? subject.title : subject.excerpt || subject.title);
  return (
    <li className="queue-row" data-case={id} data-current={isOpen || undefined}>
      {state === 'open' && (
        <label className="queue-check">
          <input type="checkbox" checked={isSelected} aria-label={queueWords.select({ what: title })} onChange={onToggle} />
        </label>
      )}
      <Link {...addressOf(state, id)} className="queue-link" aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        <span className="queue-title">
          <SubjectIcon subject={subject} size={18} />
          <span dir="auto">{title}</span>
        </span>
        {about && (
          <span className="queue-about">
            <span dir="auto">{isolateNames(about)}</span>
          </span>
        )}
        <span className="queue-meta">
          {is_urgent && <b className="queue-urgent">{words.urgent}</b>}
          <span className={count > 1 ? 'queue-urgent' : undefined}>{queueWords.count({ count })}</span>
          <HappenedTime at={resolution?.created_at ?? reports.at(-1)?.created_at ?? subject?.created_at ?? ''} />
          {assignee && <span dir="auto">{viewer.has_taken ? yours : takenBy({ name: assignee.name })}</span>}
        </span>
      </Link>
      {failure !== undefined && <p className="queue-refused">{failure}</p>}
    </li>
  );
}

interface QueueBarProps {
  cases: readonly ReportCase[];
  selected: readonly ReportCase[];
  onSelect: (ids: ReadonlySet<string>) => void;
  onFailures: (failures: readonly FailedCase[]) => void;
}

function QueueBar({ cases, selected, onSelect, onFailures }: QueueBarProps) {
  'use no memo';
  const [dialogOutcome, setDialogOutcome] = useState<BulkOutcome>('dismissed');
  const { Dialog, open, close } = useLazyDialog(async () => (await import('./resolve-dialogs.tsx')).BulkResolveDialog);
  const isAll = selected.length === cases.length;
  const openDialog = (outcome: BulkOutcome) => {
    setDialogOutcome(outcome);
    open();
  };
  const actButton = (outcome: BulkOutcome, key: string, label: string) => (
    <Button kind="quiet" aria-keyshortcuts={key} onClick={() => openDialog(outcome)}>
      {label}
    </Button>
  );
  return (
    <div className="queue-bar" data-chosen={selected.length > 0 || undefined}>
      <label className="queue-all">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = selected.length > 0 && !isAll;
          }}
          onChange={() => onSelect(new Set(isAll ? [] : cases.map(({ id }) => id)))}
        />
        <span>{isAll ? queueWords.clear : queueWords.selectAll}</span>
      </label>
      {selected.length > 0 && (
        <>
          <b role="status">{queueWords.selected({ count: selected.length })}</b>
          <div className="queue-acts">
            {actButton('dismissed', 'e', words.keep)}
            {actButton('removed', 'r', words.remove)}
            {actButton('warned', 'w', words.warn)}
          </div>
        </>
      )}
      {Dialog && (
        <Dialog
          outcome={dialogOutcome}
          cases={selected}
          onClose={close}
          onDone={(failures) => {
            onSelect(new Set());
            onFailures(failures);
          }}
        />
      )}
    </div>
  );
}
