import * as words from '@mbari/words/photo-page';
import { useEffect, useId, useState } from 'react';

/** A button that shows an image's description. */
export function AltText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
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
        <span>{words.alt}</span>
      </button>
    </div>
  );
}
