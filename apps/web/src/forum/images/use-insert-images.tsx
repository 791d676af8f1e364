import * as words from '@mbari/words/forum-images';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '~/platform/lib/toast.ts';
import type { InsertImagesDialogProps } from './insert-images-dialog.tsx';

interface Asked {
  Dialog: ComponentType<InsertImagesDialogProps>;
  files: readonly File[];
  answer: (markdown: string) => void;
}

/**
 * Asks for images in a dialog, whose code is loaded when it is first needed. `choose` answers the Markdown that shows them, '' where the
 * member closed it; `dialog` is to be rendered.
 */
export function useInsertImages(): { choose: (files?: readonly File[]) => Promise<string>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const waiting = useRef<Asked | null>(null);
  // Whoever waits for an answer is not left waiting.
  useEffect(() => () => waiting.current?.answer(''), []);
  const choose = async (files: readonly File[] = []): Promise<string> => {
    const loaded = await import('./insert-images-dialog.tsx').catch(() => null);
    if (loaded === null) {
      toast.error(words.uploadDropped);
      return '';
    }
    waiting.current?.answer('');
    return new Promise((answer) => {
      waiting.current = { Dialog: loaded.InsertImagesDialog, files, answer };
      setAsked(waiting.current);
    });
  };
  const close = (markdown: string) => {
    // Closed first: a text behind an open dialog takes neither the focus nor words.
    flushSync(() => setAsked(null));
    waiting.current?.answer(markdown);
    waiting.current = null;
  };
  return { choose, dialog: asked && <asked.Dialog files={asked.files} onInsert={close} onClose={() => close('')} /> };
}
