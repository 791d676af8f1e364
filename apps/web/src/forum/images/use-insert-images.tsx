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

/** `choose` opens a lazily loaded dialog and resolves to Markdown, or '' if cancelled. The caller renders `dialog`. */
export function useInsertImages(): { choose: (files?: readonly File[]) => Promise<string>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const waiting = useRef<Asked | null>(null);
  // Resolves a pending `choose` on unmount.
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
    // Closes the dialog first, because a field behind it accepts neither focus nor text.
    flushSync(() => setAsked(null));
    waiting.current?.answer(markdown);
    waiting.current = null;
  };
  return { choose, dialog: asked && <asked.Dialog files={asked.files} onInsert={close} onClose={() => close('')} /> };
}
