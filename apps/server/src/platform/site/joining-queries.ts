import type { JoiningMode } from '@mbari/contract/identity/joining';
import type { Statements } from '../db/database.ts';
export interface JoiningRow {
  mode: JoiningMode;
  /** Current mode: closed during a registration wave, by invitation while no organiser is active. */
  effective: JoiningMode;
  members_invite: boolean;
  block_aliases: boolean;
  question: string | null;
  /** Registrations per hour that close joining for an hour; 0 for never. */
  wave: number;
  closed_until: Date | null;
  version: number;
}

const seenWithinAWeek = `exists (select from members o join sessions s on s.member_id = o.id and s.used_at > now() - interval '7 days'
  where o.role <> 'member' and o.is_live)`;

export const isUnattended = `(j.attended_at < now() - interval '7 days' and not ${seenWithinAWeek})`;

export const joiningColumns = `j.mode, j.members_invite, j.block_aliases, j.question, j.wave, j.revision as version, case when j.closed_until > now() then j.closed_until end as closed_until,
  case when j.mode = 'closed' or j.closed_until > now() then 'closed'
       when j.mode in ('open', 'approval') and ${isUnattended} then 'invitation' else j.mode end as effective`;

export const findJoining = (db: Statements) => db.row<JoiningRow>(`select ${joiningColumns} from joining j`);
