import { ctrl, enter } from '@mbari/words/photo-page';
import './send-shortcut.css';

/** Shows the shortcut that sends, beside the button. Screen readers get it from the field. */
export function SendShortcut() {
  return (
    <span className="send-shortcut" aria-hidden="true">
      <kbd>{ctrl}</kbd>
      <kbd>{enter}</kbd>
    </span>
  );
}
