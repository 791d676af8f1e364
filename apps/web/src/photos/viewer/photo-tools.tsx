'use no memo';

import type { Image } from '@mbari/contract/shapes/photos';
import * as words from '@mbari/words/photo-page';
import { Maximize, Maximize2 } from 'lucide-react';
import { AltText } from './alt-text.tsx';
import type { WholeWindow } from './use-whole-window.tsx';

interface PhotoToolsProps {
  image: Image | undefined;
  wholeWindow: WholeWindow;
}

/** Buttons for alt text and full window. */
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
