import { report } from '@mbari/contract/platform/reports';
import { answers } from '../english.ts';
import { route } from '../http/route.ts';
import { reportSubject } from './report-subject.ts';

export const reportRoutes = [
  route(report, async ({ context, member, body }) => {
    await reportSubject(context, member, body);
    return { message: answers.reported };
  }),
];
