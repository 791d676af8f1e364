import type pg from 'pg';
import { shareImageFiles } from './queries.ts';

/**
 * From now on, and until the connection is closed, no file of a picture is taken away: whoever copies them finds all that a snapshot
 * taken afterwards names. Waits for a sweep that is at it.
 */
export const keepImageFiles = (client: pg.ClientBase): Promise<void> => shareImageFiles(client);
