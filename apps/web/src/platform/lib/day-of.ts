import { date } from '@mbari/words/format';

export const dayOf = (at: string): string => date(new Date(at), { dateStyle: 'medium' });
