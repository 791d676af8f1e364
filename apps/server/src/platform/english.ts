import { wordsFor } from '@mbari/words/words-for';

/** What answers say is English, whoever asks: scripts read it. Screens say it in their reader's language, by the reason that stands beside it. */
export const { answers, notificationSentences, refusals } = wordsFor('en');
