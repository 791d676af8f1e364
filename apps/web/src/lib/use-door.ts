import { type ComponentType, useState } from 'react';
import { toast } from './toast.ts';

interface Closing {
  onClose: () => void;
}

/** A dialog whose code comes with its first opening: `Door` is what stands open, or nothing yet. */
export function useDoor<Props extends Closing>(load: () => Promise<ComponentType<Props>>) {
  const [Door, setDoor] = useState<ComponentType<Props> | null>(null);
  const open = () =>
    void load().then(
      (Loaded) => setDoor(() => Loaded),
      () => toast.error('The line dropped. Please try again.'),
    );
  return { Door, open, close: () => setDoor(null) };
}
