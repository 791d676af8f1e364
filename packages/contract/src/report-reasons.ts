/** Why something is reported, by its word on the wire. */
export const reportReasons = ['spam', 'harassment', 'hate', 'nudity', 'violence', 'copyright', 'other'] as const;
/** Those that cannot wait: their reports come first. */
export const urgentReasons: readonly ReportReason[] = ['violence', 'hate', 'harassment'];
export type ReportReason = (typeof reportReasons)[number];
