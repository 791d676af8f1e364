/** What this community calls itself. */
export const siteName = 'Mbari';
