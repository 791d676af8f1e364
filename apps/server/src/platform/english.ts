import { wordsFor } from '@mbari/words/words-for';

/** Responses are always in English, for scripts. The web app translates the reason code next to the text. */
export const { answers, notificationSentences, refusals } = wordsFor('en');
