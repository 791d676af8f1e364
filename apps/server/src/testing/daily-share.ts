/** True in `npm run test:world`, which runs every case. */
export const asksAll = process.env['CASES'] === 'all';

/** Chooses the cases of `npm test`. The seed changes daily, so that daily runs cover all cases. */
export const seed = Number(process.env['CASES_SEED'] ?? Math.floor(Date.now() / 86_400_000));

/** Returns every `parts`-th case: those due today, or all. `offset` gives neighbouring lists different shares. */
export const dueToday = <T>(cases: readonly T[], parts: number, offset = 0): T[] =>
  cases.filter((_, index) => asksAll || (index + offset + seed) % parts === 0);

export const howToRepeat = `CASES_SEED=${seed} repeats this run, CASES=all asks every case.`;
