import { useEffect, useState } from 'react';
import type { organiserTools } from './organiser-tools.tsx';

type OrganiserTools = typeof organiserTools;

/** Returns the organisers' tools once loaded; null for other members and without a connection. */
export function useOrganiserTools(isOrganiser: boolean): OrganiserTools | null {
  const [tools, setTools] = useState<OrganiserTools | null>(null);
  useEffect(() => {
    if (isOrganiser)
      void import('./organiser-tools.tsx').then(
        (loaded) => setTools(loaded.organiserTools),
        () => undefined,
      );
  }, [isOrganiser]);
  return isOrganiser ? tools : null;
}
