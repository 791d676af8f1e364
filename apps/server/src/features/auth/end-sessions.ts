import type { Statements } from '../../db/database.ts';
import { removeSessionsExcept } from './queries.ts';

/** Signs a member out everywhere, or everywhere but in one session. It holds on the very next request. Answers how many sessions ended. */
export const endSessions = (tx: Statements, memberId: string, except: { session_id: string } | null = null): Promise<number> =>
  removeSessionsExcept(tx, memberId, except?.session_id ?? null);
