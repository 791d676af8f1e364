import * as words from '@mbari/words/series';

/** '12 photos · complete', or '12 photos so far'. */
export const seriesState = ({ is_complete, count }: { is_complete: boolean; count: number }): string =>
  (is_complete ? words.complete : words.soFar)({ count });
