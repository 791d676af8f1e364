import type { QueryClient } from '@tanstack/react-query';
import { heldKey, ownHeldKey } from '../query-keys.ts';

/** Something of the visitor's waits for an organiser, or was taken back. */
export const ownHeldChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: ownHeldKey });

/** An organiser posted or declined what waited. */
export const heldDecided = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: heldKey });
