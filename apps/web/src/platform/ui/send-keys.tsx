import { ctrl, enter } from '@mbari/words/photo-page';
import './send-keys.css';

/** Tells, beside a button that sends, which keys do the same. Readers of a screen hear it from the field. */
export function SendKeys() {
  return (
    <span className="send-keys" aria-hidden="true">
      <kbd>{ctrl}</kbd>
      <kbd>{enter}</kbd>
    </span>
  );
}
