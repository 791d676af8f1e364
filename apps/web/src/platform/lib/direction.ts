const isRightToLeft = (): boolean => document.dir === 'rtl';

/** Horizontal reading direction: 1 to the right, -1 to the left. */
export const forward = (): 1 | -1 => (isRightToLeft() ? -1 : 1);

const opposite: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** Maps arrow keys to left-to-right reading: `ArrowRight` always moves forward. */
export const readingKey = (key: string): string => (isRightToLeft() ? (opposite[key] ?? key) : key);
