/** As far as the browser tells: it was asked to save data, or the line is a phone's. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; type?: string } };
  return connection?.saveData === true || connection?.type === 'cellular';
}
