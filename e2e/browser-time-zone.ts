/**
 * The time zone of the browsers in the tests: Lagos, where most members are; but from nine in the evening there it is India, where it is past one.
 * So no run meets midnight, and what happened 'today' when it began did so when it ends.
 */
export const browserTimeZone = (): string => (new Date().getUTCHours() < 20 ? 'Africa/Lagos' : 'Asia/Kolkata');
