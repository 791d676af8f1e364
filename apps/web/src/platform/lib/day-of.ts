import { date } from '@mbari/words/format';

export const dayOf = (time: string): string => date(new Date(time), { dateStyle: 'medium' });
