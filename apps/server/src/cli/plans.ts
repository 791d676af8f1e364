import { grantPlan, revokePlan } from '../people/plans/grant-plan.ts';
import type { Plan } from '../people/plans/settle-plan.ts';
import { onlyWord, readArguments, UsageError } from './usage.ts';
import { withContext } from './with-context.ts';

export async function changePlan(action: 'grant' | 'revoke', args: string[]): Promise<void> {
  const { words, values } = readArguments(args, action === 'grant' ? ['plan', 'until'] : []);
  const who = onlyWord(words, 'member');
  if (action === 'revoke') {
    const left = await withContext((context) => revokePlan(context, who));
    return console.log(left ? `Revoked the grant. ${who} still has ${describePlan(left)} by subscription.` : `${who} has no plan now.`);
  }
  const name = (values['plan'] ?? 'Premium').trim();
  if (name === '' || name.length > 80) throw new UsageError('--plan must have 1 to 80 characters.');
  const endsAt = readDay(values['until']);
  const plan = await withContext((context) => grantPlan(context, who, { name, endsAt }));
  console.log(`${who} has ${describePlan(plan ?? { name, endsAt })} now.`);
}

const describePlan = ({ name, endsAt }: Plan): string => `the plan ${name}${endsAt ? ` until ${endsAt.toISOString().slice(0, 10)}` : ''}`;

/** End of the day in UTC. */
function readDay(day: string | undefined): Date | null {
  if (day === undefined) return null;
  const end = new Date(`${day}T23:59:59.999Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(end.getTime()) || !end.toISOString().startsWith(day))
    throw new UsageError('--until must be a day, such as 2030-12-31.');
  if (end < new Date()) throw new UsageError('--until is in the past.');
  return end;
}
