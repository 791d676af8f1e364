import type { JoiningMode } from '@mbari/contract/joining-modes';
import type { Statements } from '../../db/database.ts';

export interface JoiningRow {
  mode: JoiningMode;
  members_invite: boolean;
}

export const findJoining = (db: Statements) => db.row<JoiningRow>('select mode, members_invite from joining');

/** What is null stays as it is. */
export const setJoining = (tx: Statements, { mode, members_invite }: { [Name in keyof JoiningRow]: JoiningRow[Name] | null }) =>
  tx.row<JoiningRow>(
    `update joining set mode = coalesce($1, mode), members_invite = coalesce($2, members_invite), changed_at = now()
     returning mode, members_invite`,
    [mode, members_invite],
  );
