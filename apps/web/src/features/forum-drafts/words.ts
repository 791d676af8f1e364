import { dayInSentence } from '~/lib/day-in-sentence.ts';

export const draftWords = {
  saved: 'Draft saved',
  local: 'Kept on this device. It is saved once you are connected again.',
  elsewhere: 'Written on another device',
  elsewhereBoth: 'You also wrote here on another device. Which of the two shall go on?',
  goneElsewhere: 'You posted this or threw it away on another device. What you wrote here is still there.',
  here: 'Here',
  there: 'On the other device',
  keepOurs: 'Keep this one',
  takeTheirs: 'Take that one',
  throwAway: 'Throw it away',
  chooseFirst: 'Choose one of the two texts first.',
  nothing: 'Nothing is written here.',
  begun: (day: string) => `Draft from ${dayInSentence(day)}`,
};
