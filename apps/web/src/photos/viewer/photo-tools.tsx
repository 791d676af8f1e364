'use no memo';
import type { Image } from '@mbari/contract/photos/posts';
import * as words from '@mbari/words/photo-page';
import { Maximize, Maximize2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { isImeKey } from '~/platform/lib/keyboard.ts';
import type { WholeWindow } from './use-whole-window.tsx';

interface PhotoToolsProps {
  image: Image | undefined;
  wholeWindow: WholeWindow;
}

export function PhotoTools({ image, wholeWindow }: PhotoToolsProps) {
  return (
    <>
      <AltText image={image} />
      <WholeWindowButton wholeWindow={wholeWindow} />
    </>
  );
}

export function WholeWindowButton({ wholeWindow, plain = false }: { wholeWindow: WholeWindow; plain?: boolean }) {
  const Icon = plain ? Maximize : Maximize2;
  return (
    <button
      type="button"
      className={plain ? 'icon-button' : 'icon-button photo-tool'}
      aria-label={words.wholeWindow}
      title={words.wholeWindow}
      onClick={wholeWindow.open}
    >
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}

/** A button that shows an image's description, if it has one. */
export const AltText = ({ image }: { image: Image | undefined }) =>
  image && image.alt !== '' && <AltButton key={image.id} text={image.alt} />;

function AltButton({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isImeKey(event)) setOpen(false);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <div className="alt-text">
      {open && (
        <p id={id} dir="auto">
          {text}
        </p>
      )}
      <button
        type="button"
        className="photo-tool"
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
