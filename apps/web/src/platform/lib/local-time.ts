/** Formats a time for `<input type="datetime-local">`, in the device's time zone. */
export function localTime(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
