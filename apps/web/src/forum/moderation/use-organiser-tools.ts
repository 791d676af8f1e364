import { useEffect, useState } from 'react';
import type { organiserTools } from './organiser-tools.tsx';

type OrganiserTools = typeof organiserTools;

/** The tools of organisers, once they are loaded; for everybody else, and without a connection, there are none. */
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
