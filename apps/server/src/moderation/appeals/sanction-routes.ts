import * as calls from '@mbari/contract/sanctions';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import { acknowledgeWarning } from './acknowledge-warning.ts';

export const sanctionRoutes = [
  route(calls.acknowledgeWarning, async ({ context, member, params }) => {
    await acknowledgeWarning(context, member, params.id);
    return { message: answers.warningAcknowledged };
  }),
];
