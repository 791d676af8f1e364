import { callsOf } from './endpoint.ts';
import type { suggestionShapes } from './shapes/suggestions.ts';

const call = callsOf<typeof suggestionShapes>();

export const listSuggestions = call('listSuggestions', {
  method: 'GET',
  path: '/me/suggestions',
  access: 'onboarded',
  summary: 'Members one may want to follow: of the same interests, or followed by those one follows.',
});
