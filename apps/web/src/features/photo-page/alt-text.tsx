import * as words from '@mbari/words/photo-page';
import { useId, useState } from 'react';

/** A button that shows an image's description. */
export function AltText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="viewer-alt">
      {open && (
        <p id={id} dir="auto">
          {text}
        </p>
      )}
      <button
        type="button"
        aria-label={words.altLabel}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {words.alt}
      </button>
    </div>
  );
}
