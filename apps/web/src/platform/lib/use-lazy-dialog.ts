import * as words from '@mbari/words/ui';
import { type ComponentType, useState } from 'react';
import { toast } from './toast.ts';

interface Closing {
  onClose: () => void;
}

export function useLazyDialog<Props extends Closing>(load: () => Promise<ComponentType<Props>>) {
  const { Dialog, opener, close } = useLazyDialogs<Props>();
  return { Dialog, open: opener(load), close };
}

/** For several dialogs with the same props. Opens one at a time. */
export function useLazyDialogs<Props extends Closing>() {
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const opener = (load: () => Promise<ComponentType<Props>>) => () =>
    void load().then(
      (Loaded) => setDialog(() => Loaded),
      () => toast.error(words.connectionLost),
    );
  return { Dialog, opener, close: () => setDialog(null) };
}
