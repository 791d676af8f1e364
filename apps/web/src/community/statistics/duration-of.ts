import { number } from '@mbari/words/format';

/** Formats seconds: '40 sec', '47 min', '3 hr', '2 days'. */
export function durationOf(seconds: number): string {
  const [unit, each] =
    seconds < 60
      ? (['second', 1] as const)
      : seconds < 5_400
        ? (['minute', 60] as const)
        : seconds < 129_600
          ? (['hour', 3_600] as const)
          : (['day', 86_400] as const);
  return number(seconds / each, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: seconds < 5_400 ? 0 : 1 });
}
