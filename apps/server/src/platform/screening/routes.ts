import * as calls from '@mbari/contract/platform/filters';
import { answers } from '../english.ts';
import { route } from '../http/route.ts';
import { changeFilters, readFilters } from './change-filters.ts';

export const filterRoutes = [
  route(calls.readFilters, async ({ context }) => ({ data: await readFilters(context) })),
  route(calls.changeFilters, async ({ context, member, body }) => ({
    message: answers.settingsSaved,
    data: await changeFilters(context, member, body),
  })),
];
