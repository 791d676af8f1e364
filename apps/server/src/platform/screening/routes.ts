import * as calls from '@mbari/contract/platform/filters';
import { route } from '../http/route.ts';
import { answers } from '../languages.ts';
import { changeFilters, readFilters } from './change-filters.ts';

export const filterRoutes = [
  route(calls.readFilters, async ({ context }) => ({ data: await readFilters(context) })),
  route(calls.changeFilters, async ({ context, member, body }) => ({
    message: answers.settingsSaved,
    data: await changeFilters(context, member, body),
  })),
];
