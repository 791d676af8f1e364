/* Formatters of the generated words. Each is created once per locale on first use. Unused ones are dropped from the build. */

type PluralForms<Text> = Partial<Record<Intl.LDMLPluralRule, Text>> & { other: Text };

/** Chooses the plural form of a count. */
export function pluralIn(locale: string, type: Intl.PluralRuleType = 'cardinal') {
  let rules: Intl.PluralRules | undefined;
  return <Text>(count: number, forms: PluralForms<Text>): Text =>
    forms[(rules ??= new Intl.PluralRules(locale, { type })).select(count)] ?? forms.other;
}

export function numberIn(locale: string) {
  const format = cached((options) => new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions));
  return (value: number, options?: Intl.NumberFormatOptions): string => format(options).format(value);
}

export function dateIn(locale: string) {
  const format = cached((options) => new Intl.DateTimeFormat(locale, options as Intl.DateTimeFormatOptions));
  return (value: Date, options: Intl.DateTimeFormatOptions): string => format(options).format(value);
}

/** 'A, B and C'. */
export function listIn(locale: string) {
  let format: Intl.ListFormat | undefined;
  // Isolates Latin names in Arabic, or they would be listed from left to right.
  const parts = (items: readonly string[]) => (locale === 'ar' ? items.map((item) => `\u2068${item}\u2069`) : items);
  return (items: readonly string[]): string => (format ??= new Intl.ListFormat(locale)).format(parts(items));
}

/** 'in 3 days', 'yesterday'. */
export function relativeIn(locale: string) {
  let format: Intl.RelativeTimeFormat | undefined;
  return (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
    (format ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(value, unit);
}

/** Caches a formatter for each set of options, because creating one is slow. */
function cached<Made>(make: (options: object | undefined) => Made): (options: object | undefined) => Made {
  const formatters = new Map<string, Made>();
  return (options) => {
    const key = JSON.stringify(options) ?? '';
    const formatter = formatters.get(key) ?? make(options);
    formatters.set(key, formatter);
    return formatter;
  };
}
