import * as calls from '@mbari/contract/joining';
import { answers } from '../../english.ts';
import { route } from '../../http/route.ts';
import { changeJoining } from './change-joining.ts';
import { readJoining } from './read-joining.ts';
import { viewJoining } from './views.ts';

export const joiningRoutes = [
  route(calls.readJoining, async ({ context }) => ({ data: viewJoining(await readJoining(context.db)) })),
  route(calls.changeJoining, async ({ context, member, body }) => ({
    data: viewJoining(await changeJoining(context, member, body)),
    message: answers.joiningChanged,
  })),
];
