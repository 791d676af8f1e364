import * as words from '@mbari/words/ui';
import { type ComponentType, useState } from 'react';
import { toast } from './toast.ts';

interface Closing {
  onClose: () => void;
}

export function useLazyDialog<Props extends Closing>(load: () => Promise<ComponentType<Props>>) {
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const open = () =>
    void load().then(
      (Loaded) => setDialog(() => Loaded),
      () => toast.error(words.connectionLost),
    );
  return { Dialog, open, close: () => setDialog(null) };
}
