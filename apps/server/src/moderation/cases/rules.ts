import type { Viewer } from '../../platform/http/viewer.ts';

const ranks = { member: 0, moderator: 1, admin: 2 } as const;

export const maySuspend = (organiser: Pick<Viewer, 'role'>, role: Viewer['role']): boolean => ranks[organiser.role] > ranks[role];
