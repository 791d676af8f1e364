import { relativeDate } from './relative-date.ts';

/** 'today', 'yesterday', '3 days ago', 'on 4 March 2026': to stand after 'last used' or 'added'. */
export function dayInSentence(iso: string): string {
  const day = relativeDate(iso);
  if (day === 'Today' || day === 'Yesterday') return day.toLowerCase();
  return day.endsWith(' ago') ? day : `on ${day}`;
}
