/** Why something is reported, by its word on the wire. */
export const reportReasons = ['spam', 'harassment', 'hate', 'nudity', 'violence', 'copyright', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
