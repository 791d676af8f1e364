/*
 * Dates, spans of time and lists in a language that browsers have no words of. Numbers and the order of a date are those of British
 * English, as they are written where the language is spoken.
 */

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** A file of `formats`. */
export interface OwnFormats {
  months: { long: readonly string[]; short: readonly string[] };
  weekdays: { long: readonly string[]; short: readonly string[] };
  yesterday: string;
  today: string;
  tomorrow: string;
  relative: Record<Unit, { past: string; future: string }>;
  /** Between the last two of a list, spaces and all. */
  and: string;
}

const base = 'en-GB';

/** Names as British English has them, the first month or Sunday first. */
const english = (part: 'month' | 'weekday', length: 'long' | 'short'): string[] =>
  Array.from({ length: part === 'month' ? 12 : 7 }, (_, index) => {
    // A year that begins with a Monday; its seventh of January is a Sunday.
    const day = part === 'month' ? Date.UTC(2024, index, 1) : Date.UTC(2024, 0, 7 + index);
    return new Intl.DateTimeFormat(base, { [part]: length, timeZone: 'UTC' }).format(day);
  });

export function ownDateIn(own: OwnFormats) {
  const named = new Map<string, string>();
  for (const length of ['long', 'short'] as const) {
    english('month', length).forEach((name, index) => named.set(`month ${name}`, own.months[length][index] ?? name));
    english('weekday', length).forEach((name, index) => named.set(`weekday ${name}`, own.weekdays[length][index] ?? name));
  }
  // Both lengths of May are one word.
  const short = (options: Intl.DateTimeFormatOptions): boolean => options.month === 'short' || options.dateStyle === 'medium';
  return (value: Date, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(base, options)
      .formatToParts(value)
      .map(({ type, value: text }) => {
        if (type === 'month' && text === 'May') return own.months[short(options) ? 'short' : 'long'][4] ?? text;
        if (type === 'literal') return text.replace(/ at /, ', ');
        return named.get(`${type} ${text}`) ?? text;
      })
      .join('');
}

/** 'A, B and C'. */
export const ownListIn =
  ({ and }: OwnFormats) =>
  (items: readonly string[]): string =>
    items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')}${and}${items.at(-1)}`;

/** 'in 3 days', 'yesterday'. */
export function ownRelativeIn(own: OwnFormats) {
  const near: Partial<Record<number, string>> = { [-1]: own.yesterday, 0: own.today, 1: own.tomorrow };
  return (value: number, unit: Intl.RelativeTimeFormatUnit): string => {
    const name = unit.replace(/s$/, '') as Unit;
    const word = name === 'day' ? near[value] : undefined;
    const { past, future } = own.relative[name];
    const count = new Intl.NumberFormat(base).format(Math.abs(value));
    return word ?? (value < 0 || Object.is(value, -0) ? past : future).replace('{count}', count);
  };
}
