const isRightToLeft = (): boolean => document.dir === 'rtl';

/** The direction in which what comes next lies, across the screen: 1 to the right, -1 to the left. */
export const forward = (): 1 | -1 => (isRightToLeft() ? -1 : 1);

const opposite: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** A key by what it means where one reads from left to right: there `ArrowRight` is the one that leads on. */
export const readingKey = (key: string): string => (isRightToLeft() ? (opposite[key] ?? key) : key);
