import * as calls from '@mbari/contract/sanctions';
import { answers } from '../../english.ts';
import { route } from '../../http/route.ts';
import { acknowledgeWarning } from './acknowledge-warning.ts';

export const sanctionRoutes = [
  route(calls.acknowledgeWarning, async ({ context, member, params }) => {
    await acknowledgeWarning(context, member, params.id);
    return { message: answers.warningAcknowledged };
  }),
];
