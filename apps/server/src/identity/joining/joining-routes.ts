import * as calls from '@mbari/contract/identity/joining';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import { readJoining } from '../../platform/site/read-joining.ts';
import { changeJoining } from './change-joining.ts';
import { viewJoining } from './joining-views.ts';

export const joiningRoutes = [
  route(calls.readJoining, async ({ context }) => ({ data: viewJoining(await readJoining(context.db)) })),
  route(calls.changeJoining, async ({ context, member, body }) => ({
    data: viewJoining(await changeJoining(context, member, body)),
    message: answers.joiningChanged,
  })),
];
