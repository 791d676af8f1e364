/*
 * What the generated words of a locale are put together with. Each of these is made once a locale, when it is first needed: only what
 * the words in use call is left in a build.
 */

type PluralForms<Text> = Partial<Record<Intl.LDMLPluralRule, Text>> & { other: Text };

/** Chooses the form that a count takes in the language. */
export function pluralIn(locale: string, type: Intl.PluralRuleType = 'cardinal') {
  let rules: Intl.PluralRules | undefined;
  return <Text>(count: number, forms: PluralForms<Text>): Text =>
    forms[(rules ??= new Intl.PluralRules(locale, { type })).select(count)] ?? forms.other;
}

export function numberIn(locale: string) {
  const format = kept((options) => new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions));
  return (value: number, options?: Intl.NumberFormatOptions): string => format(options).format(value);
}

export function dateIn(locale: string) {
  const format = kept((options) => new Intl.DateTimeFormat(locale, options as Intl.DateTimeFormatOptions));
  return (value: Date, options: Intl.DateTimeFormatOptions): string => format(options).format(value);
}

/** 'A, B and C'. */
export function listIn(locale: string) {
  let format: Intl.ListFormat | undefined;
  return (items: readonly string[]): string => (format ??= new Intl.ListFormat(locale)).format(items);
}

/** 'in 3 days', 'yesterday'. */
export function relativeIn(locale: string) {
  let format: Intl.RelativeTimeFormat | undefined;
  return (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
    (format ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(value, unit);
}

/** Formatters are slow to make: one for each set of options. */
function kept<Made>(make: (options: object | undefined) => Made): (options: object | undefined) => Made {
  const made = new Map<string, Made>();
  return (options) => {
    const key = JSON.stringify(options) ?? '';
    const found = made.get(key) ?? make(options);
    made.set(key, found);
    return found;
  };
}
