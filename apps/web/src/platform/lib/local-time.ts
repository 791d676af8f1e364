/** Formats a time for `<input type="datetime-local">`, in the device's time zone. Empty without a time. */
export function localTime(time: string | Date | null | undefined): string {
  if (time === null || time === undefined) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
