import type { TimeLeft } from './time-left.ts';

export const poll = 'Poll';
export const chooseOne = 'Choose one';
export const chooseSeveral = 'Choose as many as you like';
export const vote = 'Vote';
export const voting = 'Voting...';
export const saveVote = 'Save';
export const changeVote = 'Change my vote';
export const takeBack = 'Take my vote back';
export const cancel = 'Cancel';
export const chooseFirst = 'Choose something first.';
export const voteCounted = 'Your vote counts.';
export const voteTakenBack = 'You took your vote back.';
export const voteFailed = 'Your vote could not be sent. Please try again.';
export const yourChoice = 'your choice';
export const countsAfterVote = 'You see the results when you have voted.';
export const votes = (count: number): string => (count === 1 ? '1 vote' : `${count} votes`);
export const percent = (share: number): string => `${Math.round(share * 100)}%`;
export const voters = (count: number): string =>
  count === 0 ? 'Nobody has voted yet' : count === 1 ? '1 person voted' : `${count} people voted`;
export const closed = 'Closed';
export const locked = 'The topic is locked';
export const endsNow = 'Ends in a moment';
export const ends = ({ value, unit }: TimeLeft): string =>
  `Ends ${new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(value, unit)}`;

export const closePoll = 'Close the poll';
export const closeTitle = 'Close the poll?';
export const closeQuestion = 'Nobody can vote any more, and everybody sees who voted for what. It cannot be opened again.';
export const closing = 'Closing...';
export const closeFailed = 'The poll could not be closed. Please try again.';

export const whoVoted = 'Who voted';
export const votersFailed = 'The names could not be loaded.';
export const loadingVoters = 'Loading the names';
export const moreVoters = 'More names';
export const loading = 'Loading...';

export const addPoll = 'Add a poll';
export const removePoll = 'Remove the poll';
export const question = 'Question';
export const optional = ', if you like';
export const choices = 'Choices';
export const choice = (number: number): string => `Choice ${number}`;
export const moveUp = (number: number): string => `Move choice ${number} up`;
export const moveDown = (number: number): string => `Move choice ${number} down`;
export const moved = (number: number): string => `Moved to position ${number}`;
export const removeChoice = (number: number): string => `Remove choice ${number}`;
export const addChoice = 'Add a choice';
export const several = 'People may choose several';
export const end = 'End';
export const noEnd = 'When I close it';
export const afterDays = (days: number): string =>
  days === 1 ? 'In a day' : days === 7 ? 'In a week' : days === 14 ? 'In two weeks' : days === 30 ? 'In a month' : `In ${days} days`;
export const atATime = 'At a time of my own';
export const endTime = 'Day and time';
export const fixedAfterwards = 'A poll cannot be changed once it is posted.';
export const pollFailed = 'The poll could not be loaded. Please open the page again.';
export const formFailed = 'The poll could not be loaded. Please try again.';
export const pollWrong = 'The poll cannot be posted like this yet.';
export const tooFewChoices = (least: number): string => `A poll needs at least ${least} choices.`;
export const sameChoice = 'This choice is there already.';
export const endMissing = 'Choose a day and a time.';
export const endPassed = 'The end must lie in the future.';
export const endTooFar = 'A poll may be open for at most a year.';
