import { wordsFor } from '@mbari/words/words-for';

/** What answers say is English, whoever asks: scripts read it. Screens say it in their reader's language, a refusal by its reason. */
export const { answers, refusals } = wordsFor('en');
