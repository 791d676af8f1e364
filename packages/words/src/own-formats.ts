/* Dates, relative times and lists in languages that browsers do not support. Numbers and the order of dates are British English, as usual where these languages are spoken. */

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** A file in `formats`. */
export interface OwnFormats {
  months: { long: readonly string[]; short: readonly string[] };
  weekdays: { long: readonly string[]; short: readonly string[] };
  yesterday: string;
  today: string;
  tomorrow: string;
  relative: Record<Unit, { past: string; future: string }>;
  /** Separator of the last two items, with spaces. */
  and: string;
}

const base = 'en-GB';

/** British English names, starting with January or Sunday. */
const english = (part: 'month' | 'weekday', length: 'long' | 'short'): string[] =>
  Array.from({ length: part === 'month' ? 12 : 7 }, (_, index) => {
    // 7 January 2024 is a Sunday.
    const day = part === 'month' ? Date.UTC(2024, index, 1) : Date.UTC(2024, 0, 7 + index);
    return new Intl.DateTimeFormat(base, { [part]: length, timeZone: 'UTC' }).format(day);
  });

export function ownDateIn(own: OwnFormats) {
  const named = new Map<string, string>();
  for (const length of ['long', 'short'] as const) {
    english('month', length).forEach((name, index) => named.set(`month ${name}`, own.months[length][index] ?? name));
    english('weekday', length).forEach((name, index) => named.set(`weekday ${name}`, own.weekdays[length][index] ?? name));
  }
  // “May” is both a long and a short name, so the options decide.
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
