import { pauseImport, type PhotoImport, resumeImport, undoImport } from '@mbari/contract/photos/imports';
import * as words from '@mbari/words/imports';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { Button } from '~/platform/ui/button.tsx';
import { ConfirmAction } from '~/platform/ui/form-dialog.tsx';
import { Note } from '~/platform/ui/note.tsx';
import { PagedList } from '~/platform/ui/paged-list.tsx';
import { importItems, importsKey } from './import-queries.ts';
import { Problem } from './problem.tsx';

const headings: Partial<Record<PhotoImport['state'], string>> = {
  reading: words.reading,
  importing: words.importing,
  paused: words.paused,
  undoing: words.undoing,
  undone: words.undone,
  failed: words.failed,
};

/** An import that is under way or over: its state, its actions and what was left out. */
export function ImportResult({ read }: { read: PhotoImport }) {
  const { state, counts, problem } = read;
  const isUnderWay = state === 'importing' || state === 'paused';
  return (
    <>
      <p role="status" className="import-state">
        {headings[state] ?? words.done({ count: counts.done })}
      </p>
      {isUnderWay && (
        <>
          <progress className="import-progress" value={counts.done} max={Math.max(1, counts.chosen)} aria-label={words.importing} />
          <p className="text-t15 text-ink-meta tabular-nums">{words.progress({ done: counts.done, chosen: counts.chosen })}</p>
        </>
      )}
      {['reading', 'importing', 'undoing'].includes(state) && <p className="text-t15 text-ink-meta">{words.mayLeave}</p>}
      {problem && (
        <Note kind="bad">
          <Problem problem={problem} />
        </Note>
      )}
      <Actions read={read} />
      {counts.skipped > 0 && state !== 'reading' && <Skipped read={read} />}
    </>
  );
}

function Actions({ read: { id, state, counts, undo_until: undoUntil } }: { read: PhotoImport }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const changed = () => client.invalidateQueries({ queryKey: importsKey });
  const pausing = useAction(async () => {
    await call(state === 'paused' ? resumeImport : pauseImport, { params: { id } });
    await changed();
  }, words.tryAgain);
  return (
    <>
      {undoUntil !== null && <p className="text-t15 text-ink-meta">{words.undoUntil({ day: new Date(undoUntil) })}</p>}
      <div className="flex flex-wrap gap-s2">
        {(state === 'importing' || state === 'paused') && (
          <Button kind={state === 'paused' ? 'filled' : 'quiet'} busy={pausing.busy && words.starting} onClick={() => void pausing.run()}>
            {state === 'paused' ? words.resume : words.pause}
          </Button>
        )}
        {undoUntil !== null && (
          <Button kind="quiet" onClick={() => setAsking(true)}>
            {words.undo}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmAction
          title={words.undo}
          question={words.undoQuestion({ count: counts.done })}
          action={words.undo}
          failed={words.tryAgain}
          act={async () => {
            await call(undoImport, { params: { id } });
            await changed();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Skipped({ read: { id, counts } }: { read: PhotoImport }) {
  const list = useInfiniteQuery(importItems(id, { skipped: true }));
  return (
    <details className="import-skipped">
      <summary>{words.skipped({ count: counts.skipped })}</summary>
      <PagedList list={list} failed={words.loadFailed} empty={null}>
        {(items) => (
          <ul>
            {items.map(({ position, title, problem }) => (
              <li key={position}>
                <b dir="auto">{title}</b> {problem && <Problem problem={problem} />}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </details>
  );
}
