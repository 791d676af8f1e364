const day = 24 * 60 * 60_000;

/** 'Today', 'Yesterday', 'N days ago' for less than a week, otherwise a date as the reader writes it. Days are the reader's own. */
export function relativeDate(iso: string, now = new Date(), locale?: string): string {
  const date = new Date(iso);
  const days = Math.round((startOfDay(now) - startOfDay(date)) / day);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return `${days} days ago`;
  return date.toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' });
}

const startOfDay = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
