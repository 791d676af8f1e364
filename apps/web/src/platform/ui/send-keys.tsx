import { ctrl, enter } from '@mbari/words/photo-page';
import './send-keys.css';

/** Shows the shortcut that sends, beside the button. Screen readers get it from the field. */
export function SendKeys() {
  return (
    <span className="send-keys" aria-hidden="true">
      <kbd>{ctrl}</kbd>
      <kbd>{enter}</kbd>
    </span>
  );
}
