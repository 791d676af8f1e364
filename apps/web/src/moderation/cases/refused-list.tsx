import * as words from '@mbari/words/report-queue';
import { Button } from '~/platform/ui/button.tsx';
import type { RefusedCase } from './together-dialog.tsx';

/** Cases that a bulk act could not resolve, with reasons. Includes cases no longer listed. */
export function RefusedList({ refused, onHide }: { refused: readonly RefusedCase[]; onHide: () => void }) {
  return (
    <section className="queue-refusals" role="status">
      <h2 className="font-semibold">{words.notDone({ count: refused.length })}</h2>
      <ul>
        {refused.map(({ id, what, why }) => (
          <li key={id}>
            <b dir="auto">{what}</b>: {why}
          </li>
        ))}
      </ul>
      <Button kind="text" onClick={onHide}>
        {words.hide}
      </Button>
    </section>
  );
}
