import { dayInSentence } from '~/lib/day-in-sentence.ts';

export const saved = 'Draft saved';
export const local = 'Kept on this device. It is saved once you are connected again.';
export const elsewhere = 'Written on another device';
export const elsewhereBoth = 'You also wrote here on another device. Which of the two shall go on?';
export const goneElsewhere = 'You posted this or threw it away on another device. What you wrote here is still there.';
export const here = 'Here';
export const there = 'On the other device';
export const keepOurs = 'Keep this one';
export const takeTheirs = 'Take that one';
export const throwAway = 'Throw it away';
export const chooseFirst = 'Choose one of the two texts first.';
export const nothing = 'Nothing is written here.';
export const begun = (day: string) => `Draft from ${dayInSentence(day)}`;
